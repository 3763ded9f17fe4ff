import { links } from '../../../shared/links.ts'
import { useInstallation } from '../../api/installation.ts'
import { List, Prose, type ProseSection } from '../../components/prose.tsx'
import { ConsentChoice } from '../../features/consent/consent-choice.tsx'

/** `/politica-cookies`: the cookie policy. */
export function Cookies() {
  const isMeasured = useInstallation()?.analytics
  return (
    <Prose
      title="Política de cookies"
      lead="Usamos solo lo que hace falta para que el servicio funcione. No hay cookies de publicidad ni de terceros."
      sections={[
        ...STORED,
        [
          'Medición',
          ...(isMeasured ? MEASURED : []),
          isMeasured === false &&
            'No medimos tu visita. Si eso cambia, te pediremos permiso antes, y decir que no será tan fácil como decir que sí.',
          `Más sobre tus datos en la [política de privacidad](${links.privacy()}).`,
        ],
      ]}
    />
  )
}

const STORED: ProseSection[] = [
  [
    'La cookie de tu sesión',
    'Cuando inicias sesión, una cookie recuerda que eres tú. Ningún programa de la página puede leerla, viaja solo a este sitio y termina cuando cierras sesión, a los 30 días sin uso o a los 90 días como máximo. Si no inicias sesión, no hay cookie.',
    'Mientras entras con Google, otra cookie que dura diez minutos comprueba que la vuelta es tuya.',
  ],
  [
    'Lo que se guarda en tu dispositivo',
    <List
      key="stored"
      items={[
        '**Borradores:** lo que escribes en un formulario, para que una recarga no lo pierda. Se borran al enviar, al cerrar sesión y, si no tienes una sesión abierta, un día después de tu último cambio.',
        '**Aportes y comprobantes por enviar:** hasta que el servidor los recibe.',
        '**Aportes que hiciste sin cuenta:** el monto, la fecha y el enlace que los abre, para mostrarte cómo siguen. Los olvidas en la página de la colecta.',
        '**La copia de tus colectas,** si organizas: para ver y trabajar con tus listas al instante y sin conexión. Se borra al cerrar sesión, también desde otro dispositivo; lo que no se envió espera tu vuelta 30 días como máximo.',
        '**El programa mismo,** para que abra sin conexión.',
        '**El tema,** si eliges claro u oscuro.',
      ]}
    />,
    'Nada de esto sale de tu navegador hacia terceros.',
  ],
]

const MEASURED = [
  'Solo si lo aceptas, contamos tu visita para saber qué funciona y qué no: qué páginas abres, cuánto tiempo y hasta dónde las recorres, y cuándo compartes una colecta, informas un aporte o creas una cuenta. De un aporte contamos el monto, el método y el identificador de la colecta. Nunca tu nombre, tu email, tus mensajes, el motivo de una colecta ni una cuenta.',
  'Ningún programa de terceros entra en tu navegador. Tu navegador se lo dice a nuestro servidor, y este, sin tu dirección de red, a un servicio de medición: Google Analytics, o el que use quien administra esta instalación. Para no contarte dos veces se guarda en tu dispositivo un número al azar y, hasta que se confirma, la referencia de un pago con otro medio. Ambos se borran si cambias de idea.',
  <ConsentChoice key="choice" />,
]
