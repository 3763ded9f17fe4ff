import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Celebration } from '../../components/celebration.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx'
import { Menu } from '../../components/menu.tsx'
import { showToast, Toaster } from '../../components/toast.tsx'

export function OverlaySample() {
  const [shown, setShown] = useState<'nothing' | 'steps' | 'leaving' | 'thanks'>('nothing')
  const [step, setStep] = useState(1)
  const [picked, setPicked] = useState('nada')
  const inSteps = shown === 'steps' || shown === 'leaving'

  return (
    <>
      <p>Elegido: {picked}</p>
      <Menu
        label="Más acciones"
        items={[
          { label: 'Acreditar', onPick: () => setPicked('acreditar') },
          { label: 'Rechazar', disabled: true, onPick: () => setPicked('rechazar') },
          { label: 'Eliminar', danger: true, onPick: () => setPicked('eliminar') },
        ]}
      />
      <Button onClick={() => setShown('steps')}>Aportar</Button>
      <Button onClick={() => setShown('thanks')}>Agradecer</Button>
      <Button
        onClick={() =>
          showToast({
            text: 'Aporte eliminado',
            action: { label: 'Deshacer', onPress: () => setPicked('deshecho') },
          })
        }
      >
        Eliminar aporte
      </Button>
      <Toaster />
      {inSteps && (
        <Dialog
          onClose={() => setShown('leaving')}
          step={{ at: step, of: 3 }}
          title={step === 1 ? 'Transfiere a Lucía' : 'Agrega el comprobante'}
          lead="Copia el alias."
          foot={<Button onClick={() => setStep(2)}>Ya transferí</Button>}
        >
          <CopyButton text="otro.alias.caro" label="Copiar alias" copiedLabel="¡Alias copiado!" />
          <Menu label="Opciones" items={[{ label: 'Otra cuenta', onPick: () => {} }]} />
        </Dialog>
      )}
      <ConfirmDialog
        open={shown === 'leaving'}
        title="¿Salir sin terminar?"
        confirmLabel="Salir"
        cancelLabel="Seguir aportando"
        danger
        onConfirm={() => setShown('nothing')}
        onCancel={() => setShown('steps')}
      >
        Tu aporte no se registra.
      </ConfirmDialog>
      {shown === 'thanks' && (
        <Celebration text="Tu aporte ha sido registrado." onClose={() => setShown('nothing')} />
      )}
    </>
  )
}
