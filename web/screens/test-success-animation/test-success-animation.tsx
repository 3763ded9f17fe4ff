import { useState } from 'react'
import { Link } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import { Button } from '../../components/button.tsx'
import { Celebration } from '../../components/celebration.tsx'
import { Prose } from '../../components/prose.tsx'

/** `/test-success-animation`: shows the dialog of a successful contribution on a page of its own. */
export function TestSuccessAnimation() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Prose
      title="Test de Animación de Éxito"
      lead="Lo que ve quien termina de registrar su aporte."
    >
      <section>
        <p>
          <Button variant="primary" size="lg" onClick={() => setOpen(true)}>
            Mostrar animación
          </Button>
        </p>
        <p>
          <Link to={links.home()}>← Volver al inicio</Link>
        </p>
      </section>
      {isOpen && (
        <Celebration
          text="Tu aporte ha sido registrado correctamente."
          onClose={() => setOpen(false)}
        />
      )}
    </Prose>
  )
}
