import { Link } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import { Prose, type Question, Questions } from '../../components/prose.tsx'

const ACCOUNT: Question[] = [
  {
    id: 'email-de-confirmacion',
    question: 'No me llegó el email de confirmación',
    answer: (
      <p>
        Mira en el correo no deseado. Si no está, escribe tu email y tu contraseña en{' '}
        <Link to={links.login()}>Iniciar sesión</Link>: te ofrecemos reenviarlo. El enlace funciona
        durante 24 horas.
      </p>
    ),
  },
  {
    id: 'contrasena',
    question: 'Olvidé mi contraseña',
    answer: (
      <p>
        Pide un enlace en <Link to={links.forgotPassword()}>Recuperar contraseña</Link>. Funciona
        durante 60 minutos y una sola vez.
      </p>
    ),
  },
  {
    id: 'otro-dispositivo',
    question: 'Dejé mi cuenta abierta en otro dispositivo',
    answer: (
      <p>
        En <Link to={links.profile()}>tu perfil</Link> ves tus sesiones abiertas y puedes cerrarlas
        desde aquí.
      </p>
    ),
  },
  {
    id: 'eliminar-cuenta',
    question: 'Quiero eliminar mi cuenta',
    answer: (
      <p>
        Al final de <Link to={links.profile()}>tu perfil</Link>. Antes te mostramos qué se borra y
        qué queda.
      </p>
    ),
  },
]

const ORGANISING: Question[] = [
  {
    id: 'cuenta-invalida',
    question: 'Dice que mi CBU o CVU no es válido',
    answer: (
      <p>
        Los últimos dígitos de cada parte se calculan con los anteriores: si uno está mal, lo
        notamos. Cópialo desde tu banco o billetera en vez de escribirlo. El alias tiene de 6 a 20
        letras, números, puntos o guiones, sin ñ ni acentos.
      </p>
    ),
  },
  {
    id: 'acreditado',
    question: '¿Qué diferencia hay entre confirmado y acreditado?',
    answer: (
      <p>
        Confirmado es lo que alguien registró. Acreditado es lo que tú viste en tu cuenta. Un
        comprobante no prueba que el dinero llegó: mira tu cuenta y marca cada aporte.
      </p>
    ),
  },
  {
    id: 'efectivo',
    question: 'Alguien me dio efectivo',
    answer: (
      <p>
        En la colecta elige <strong>Registrar aporte</strong> y escríbelo a mano. Solo esos aportes
        se pueden eliminar.
      </p>
    ),
  },
  {
    id: 'sin-conexion-organizo',
    question: 'Estoy sin conexión',
    answer: (
      <p>
        Sigue trabajando: tus listas están en este dispositivo y lo que cambias se envía cuando
        vuelve la conexión. La nube de arriba dice cuánto falta por enviar.
      </p>
    ),
  },
  {
    id: 'excel',
    question: 'El archivo CSV se ve mal en Excel',
    answer: (
      <p>
        Al descargar, elige la versión para Excel: separa con punto y coma y usa coma decimal, como
        lo espera Excel en español.
      </p>
    ),
  },
]

const CONTRIBUTING: Question[] = [
  {
    id: 'comprobante-no-sube',
    question: 'Mi comprobante no termina de subir',
    answer: (
      <p>
        Tu aporte ya está registrado. El comprobante sigue desde donde quedó cuando vuelve la señal,
        aunque cierres la página: al abrir otra vez el enlace se reanuda.
      </p>
    ),
  },
  {
    id: 'comprobante-tipos',
    question: '¿Qué archivos sirven como comprobante?',
    answer: <p>PDF, JPG y PNG de hasta 10 MB. Las fotos grandes se achican antes de enviarse.</p>,
  },
  {
    id: 'me-equivoque',
    question: 'Me equivoqué en el monto',
    answer: (
      <p>
        Avísale a quien organiza: puede rechazar ese aporte, y tú registras otro con el monto
        correcto.
      </p>
    ),
  },
]

export function Help() {
  return (
    <Prose
      title="Ayuda"
      lead={
        <>
          Lo que más se pregunta cuando algo no sale. Si quieres saber cómo es todo, empieza por{' '}
          <Link to={links.howItWorks()}>cómo funciona</Link>.
        </>
      }
    >
      <section>
        <h2>Tu cuenta</h2>
        <Questions questions={ACCOUNT} />
      </section>
      <section>
        <h2>Organizar una colecta</h2>
        <Questions questions={ORGANISING} />
      </section>
      <section>
        <h2>Aportar</h2>
        <Questions questions={CONTRIBUTING} />
      </section>
      <section>
        <h2>¿Sigues con la duda?</h2>
        <p>
          Mira las <Link to={links.faq()}>preguntas frecuentes</Link> o{' '}
          <Link to={links.contact()}>escríbenos</Link>.
        </p>
      </section>
    </Prose>
  )
}
