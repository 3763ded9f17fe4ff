import { Mail } from 'lucide-react'
import { links } from '../../../shared/links.ts'
import { useInstallation } from '../../api/installation.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Prose } from '../../components/prose.tsx'

/** `/contacto`: where to ask for help, by subject. */
export function Contact() {
  const email = useInstallation()?.supportEmail
  return (
    <Prose
      title="Contacto"
      lead="A quién preguntarle, según lo que pase."
      sections={[
        [
          'Sobre un aporte o una transferencia',
          'Habla con quien organiza la colecta: el dinero está en su cuenta y la lista es suya. Si la transferencia no salió o salió dos veces, pregunta en tu banco o billetera.',
        ],
        [
          'Sobre tu cuenta, tus datos o un problema con la página',
          `Puede que la respuesta ya esté en la [ayuda](${links.help()}).${email === null ? ' Si no, escribe a quien administra esta instalación de Entre Todos.' : ''}`,
          email && (
            <>
              <p>
                Si no, escribe a <strong className="breaks">{email}</strong>.
              </p>
              <p>
                <ButtonLink href={`mailto:${email}`} variant="primary" size="lg" icon={Mail}>
                  Escribir un email
                </ButtonLink>
              </p>
            </>
          ),
        ],
        [
          'Sobre una colecta que parece un engaño',
          `No transfieras. ${email === null ? 'Avísale a quien administra esta instalación, con el enlace. ' : ''}${email ? 'Escríbenos con el enlace de la colecta. ' : ''}Si ya transferiste, avísale enseguida a tu banco o billetera y haz la denuncia.`,
        ],
      ]}
    />
  )
}
