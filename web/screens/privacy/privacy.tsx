import { links } from '../../../shared/links.ts'
import { useInstallation } from '../../api/installation.ts'
import { List, Prose, type ProseSection } from '../../components/prose.tsx'

/** `/politica-privacidad`: the privacy policy, by law 25.326. */
export function Privacy() {
  const installation = useInstallation()
  const takesPayments = installation?.checkout.includes('MercadoPago')
  return (
    <Prose
      title="Política de privacidad"
      lead="Qué datos guardamos, para qué, y cómo los ves, corriges o borras. Según la ley 25.326 de protección de los datos personales."
      sections={[
        [
          'Qué guardamos',
          <List
            key="data"
            items={[
              '**De quien tiene una cuenta:** nombre, apellido, email y, si la cargas, tu cuenta por defecto. La contraseña se guarda cifrada de un modo que no se puede deshacer.',
              '**De una colecta:** su motivo, montos, fecha, la imagen que elijas (sin el lugar ni la cámara de la foto) y la cuenta que recibe las transferencias.',
              '**De un aporte:** el nombre y el email que escribes, el monto, la fecha, tu mensaje y, si los envías, el número de operación y el comprobante. De una foto quitamos, antes de que salga de tu dispositivo, el lugar, la cámara y los demás datos que lleva escondidos. Un PDF se guarda tal como lo envías, con los datos del documento que tenga: autor, programa, fecha.',
              takesPayments &&
                '**De quien cobra con Mercado Pago:** el número y el email de la cuenta que conectó, y el permiso para cobrar con ella, cifrado. Se borran al desconectarla y al eliminar tu cuenta.',
              '**De la lista de personas de una colecta:** los nombres y, si los agregas, emails y teléfonos de quienes esperas un aporte. Solo los ves tú, no les escribimos, y se borran cuando los quitas o eliminas tu cuenta.',
              '**De un resumen de cuenta que concilias:** el archivo no sale de tu dispositivo, y los nombres, CUIT y textos que trae tampoco, salvo el nombre con el que anotes un aporte. De cada ingreso que confirmas guardamos el día, el monto, de qué banco o billetera es el resumen, por qué coincide y un código, también si después lo deshaces, hasta que se borra el aporte. El código se calcula con una clave que también tenemos, para que tus otros dispositivos reconozcan el mismo ingreso: con ella podríamos comprobar si un dato que ya supusiéramos le corresponde, pero no leerlo. Lo que estás revisando queda en tu dispositivo, con lo que leíste de los comprobantes, hasta que eliges Terminar, cierras sesión o pasan 30 días. Hasta que cierras sesión quedan allí el nombre y el CUIT de quien pagó por cada email, qué columnas elegiste, qué CBU o CVU decían los archivos y qué ingresos descartaste.',
              '**De un dispositivo que pediste que te avise:** la dirección que su navegador nos da para eso. El aviso va cifrado, y la dirección se borra cuando lo apagas o cierras sesión.',
              '**De una denuncia:** el motivo y lo que escribes, sin tu nombre.',
              '**De tus sesiones:** el navegador y el sistema, y cuándo la usaste por última vez, para que puedas reconocerla. La dirección de red se usa solo para frenar abusos y no queda escrita de forma legible.',
            ]}
          />,
        ],
        [
          'Quién los ve',
          `Tu aporte lo ven solo quien organiza la colecta y tú. La página pública de una colecta muestra su motivo, su imagen, los montos, el nombre de pila de quien organiza y la cuenta a la que se transfiere: nunca quién aportó. ${takesPayments ? 'Si pagas con Mercado Pago, Mercado Pago recibe de nosotros tu nombre, tu email, el monto y el motivo. ' : ''}No vendemos ni cedemos datos.`,
        ],
        [
          'Para qué los usamos',
          'Para que la colecta funcione: mostrarla, llevar su lista, enviarte los emails de tu cuenta y los avisos que pidas. Nada más. No te mandamos publicidad.',
        ],
        installation?.analytics && MEASURING,
        ...ALWAYS,
      ]}
    />
  )
}

const MEASURING: ProseSection = [
  'Si aceptas que contemos tu visita',
  `Un servicio de medición recibe de nuestro servidor qué se hizo en las páginas, sin nada que diga quién eres. Nada se mide hasta que lo aceptas, y puedes cambiar de idea cuando quieras en la [política de cookies](${links.cookies()}#medicion).`,
]

const ALWAYS: ProseSection[] = [
  [
    'Dónde están y por cuánto tiempo',
    'En el servidor de esta instalación y, si organizas, en una copia dentro de tu propio navegador que se borra al cerrar sesión, también si la cierras desde otro dispositivo. Solo los cambios que no llegaron a enviarse esperan ahí hasta que vuelvas a entrar, 30 días como máximo. Los datos duran lo que dura tu cuenta o la colecta a la que pertenecen. Un aporte que quien organiza oculta o elimina se borra, con su comprobante, a los 30 días.',
  ],
  [
    'Tus derechos',
    'Puedes ver y corregir tus datos en tu perfil, también tu email, descargarlos todos en un archivo y eliminar la cuenta desde allí. Al eliminarla se borran tus datos, tus colectas y los comprobantes de ellas. Los aportes que hiciste a colectas de otras personas siguen en sus listas sin tu email, porque quien organiza tiene que rendir cuentas de ese dinero (art. 16, inciso 5).',
    'Si aportaste sin una cuenta, el enlace «Ver lo que enviaste» que te mostramos al terminar abre tu aporte, y desde allí puedes pedir que se borre. Quien organiza recibe el pedido y lo quita de su lista; un día después se borra del todo, con su comprobante.',
    'El titular de los datos personales tiene la facultad de ejercer el derecho de acceso a los mismos en forma gratuita a intervalos no inferiores a seis meses, salvo que se acredite un interés legítimo al efecto, conforme lo establecido en el artículo 14, inciso 3 de la ley 25.326. La Agencia de Acceso a la Información Pública, en su carácter de órgano de control de la ley 25.326, tiene la atribución de atender las denuncias y reclamos que interpongan quienes resulten afectados en sus derechos por incumplimiento de las normas vigentes en materia de protección de datos personales.',
    `Para cualquier pedido sobre tus datos, usa la [página de contacto](${links.contact()}). Lo que se guarda en tu navegador está en la [política de cookies](${links.cookies()}).`,
  ],
]
