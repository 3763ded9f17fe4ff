import { links } from '../../../shared/links.ts'
import { Prose, type ProseSection, type Question, Questions } from '../../components/prose.tsx'

/** `/ayuda`: help with an account, a colecta or a contribution. */
export function Help() {
  return (
    <Prose
      title="Ayuda"
      lead={`Lo que más se pregunta cuando algo no sale. Si quieres saber cómo es todo, empieza por [cómo funciona](${links.howItWorks()}).`}
      sections={SECTIONS}
    />
  )
}

const ACCOUNT: Question[] = [
  [
    'email-de-confirmacion',
    'No me llegó el email de confirmación',
    `Mira en el correo no deseado. Si no está, escribe tu email y tu contraseña en [Iniciar sesión](${links.login()}): te ofrecemos reenviarlo. El enlace funciona durante 24 horas.`,
  ],
  [
    'contrasena',
    'Olvidé mi contraseña',
    `Pide un enlace en [Recuperar contraseña](${links.forgotPassword()}). Funciona durante 60 minutos y una sola vez.`,
  ],
  [
    'otro-dispositivo',
    'Dejé mi cuenta abierta en otro dispositivo',
    `En [tu perfil](${links.profile()}) ves tus sesiones abiertas y puedes cerrarlas desde aquí.`,
  ],
  [
    'eliminar-cuenta',
    'Quiero eliminar mi cuenta',
    `Al final de [tu perfil](${links.profile()}). Antes te mostramos qué se borra y qué queda.`,
  ],
]

const ORGANISING: Question[] = [
  [
    'cuenta-invalida',
    'Dice que mi CBU o CVU no es válido',
    'Los últimos dígitos de cada parte se calculan con los anteriores: si uno está mal, lo notamos. Cópialo desde tu banco o billetera en vez de escribirlo. El alias tiene de 6 a 20 letras, números, puntos o guiones, sin ñ ni acentos.',
  ],
  [
    'imagen',
    '¿Puedo poner una imagen en mi colecta?',
    'Sí. Al final de **Editar colecta** elige una: se ve en la página de la colecta y al compartir el enlace, en lugar de la que dibujamos con el avance.',
  ],
  [
    'acreditado',
    '¿Qué diferencia hay entre confirmado y acreditado?',
    'Confirmado es lo que alguien registró. Acreditado es lo que tú viste en tu cuenta. Un comprobante no prueba que el dinero llegó: mira tu cuenta y marca cada aporte.',
  ],
  [
    'conciliar',
    '¿Cómo sé qué transferencias llegaron?',
    'En la colecta elige **Conciliar** y suelta los movimientos de tu cuenta, en CSV o Excel. Tu dispositivo compara cada ingreso con los aportes informados: los que no dejan dudas aparecen marcados, sobre los otros te pregunta. **Leer los comprobantes** busca, en los que son PDF, el número de operación y quién pagó. Nada queda acreditado hasta que lo confirmas, y lo puedes deshacer. Si dos ingresos son iguales y no dicen de quién son, no adivina. Para que no los haya, al editar la colecta elige **Pedir un monto único a cada persona**: la página suma unos centavos distintos para cada una, por ejemplo $ 15.000,37.',
  ],
  [
    'personas',
    '¿Quiénes faltan?',
    'En la colecta elige **Lista de personas** y pega los nombres, uno por línea, o elige un archivo CSV. Cada aporte se reconoce por el nombre o el email; si no queda claro, te preguntamos, y también puedes elegir tú de quién es. A quienes faltan les recuerdas por WhatsApp, de a uno o en el grupo. La lista solo la ves tú.',
  ],
  [
    'duplicar',
    '¿Puedo repetir una colecta?',
    'Sí, por ejemplo para la cuota de cada mes. Abre la colecta, elige **Duplicar** en su menú y cambia lo que haga falta. La nueva empieza sin aportes, y con la misma lista de personas si quieres.',
  ],
  [
    'efectivo',
    'Alguien me dio efectivo',
    'En la colecta elige **Registrar aporte** y escríbelo a mano. Solo esos aportes se pueden eliminar.',
  ],
  [
    'sin-conexion-organizo',
    'Estoy sin conexión',
    'Sigue trabajando: tus listas están en este dispositivo y lo que cambias se envía cuando vuelve la conexión. La nube de arriba dice cuánto falta por enviar.',
  ],
  [
    'excel',
    'El archivo CSV se ve mal en Excel',
    'Al descargar, elige la versión para Excel: separa con punto y coma y usa coma decimal, como lo espera Excel en español.',
  ],
]

const CONTRIBUTING: Question[] = [
  [
    'comprobante-no-sube',
    'Mi comprobante no termina de subir',
    'Tu aporte ya está registrado. El comprobante sigue desde donde quedó cuando vuelve la señal, aunque cierres la página: al abrir otra vez el enlace se reanuda.',
  ],
  [
    'comprobante-tipos',
    '¿Qué archivos sirven como comprobante?',
    'PDF, JPG y PNG de hasta 10 MB. Las fotos grandes se achican antes de enviarse.',
  ],
  [
    'me-equivoque',
    'Me equivoqué en el monto',
    'Vuelve a abrir la colecta en el mismo dispositivo, o el enlace a tu aporte, y elige “Corregir o retirar”. Se puede hasta que quien organiza lo acredite; ve qué cambió y cuándo. Si ya está acreditado, pídele que quite la acreditación.',
  ],
]

const SECTIONS: ProseSection[] = [
  ['Tu cuenta', <Questions key="account" questions={ACCOUNT} />],
  ['Organizar una colecta', <Questions key="organising" questions={ORGANISING} />],
  ['Aportar', <Questions key="contributing" questions={CONTRIBUTING} />],
  [
    '¿Sigues con la duda?',
    `Mira las [preguntas frecuentes](${links.faq()}) o [escríbenos](${links.contact()}).`,
  ],
]
