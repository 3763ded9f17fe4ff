import { links } from '../../../shared/links.ts'
import { useSession } from '../../api/session.ts'
import { ButtonLink } from '../../components/button.tsx'
import { List, Prose, type ProseSection } from '../../components/prose.tsx'
import styles from './how-it-works.module.css'

/** `/como-funciona`: the steps of a colecta, for organisers and contributors. */
export function HowItWorks() {
  return (
    <Prose
      title="Cómo funciona"
      lead="Una persona abre la colecta y comparte un enlace. El resto transfiere directo a su cuenta y lo registra. Todos ven cuánto falta."
      sections={SECTIONS}
    >
      <Start />
    </Prose>
  )
}

const SECTIONS: ProseSection[] = [
  [
    'Si organizas',
    <List
      key="organiser"
      numbered
      items={[
        '**Crea tu cuenta.** Nombre, email y una contraseña. Confirmas el email y listo.',
        '**Abre la colecta.** El motivo, cuánto sugieres por persona, el total, la fecha límite y tu alias, CBU o CVU. Revisamos que el número esté bien escrito.',
        '**Comparte el enlace.** Por WhatsApp, copiado o con un QR. Se abre en cualquier teléfono, sin instalar nada.',
        '**Mira llegar los aportes.** Cada uno aparece al instante con su comprobante. Cuando lo ves en tu cuenta, lo marcas como acreditado.',
        '**Rinde cuentas.** Descarga la lista en CSV o muestra el progreso.',
      ]}
    />,
  ],
  [
    'Si aportas',
    <List
      key="contributor"
      numbered
      items={[
        '**Abre el enlace.** Ves para qué es, cuánto se sugiere y a quién le transfieres. No hace falta crear una cuenta.',
        '**Transfiere** desde tu banco o billetera: copia el alias o escanea el QR.',
        '**Registra tu aporte** y, si quieres, agrega el comprobante. Si la señal es mala, se envía solo cuando vuelve.',
      ]}
    />,
  ],
  [
    'El dinero nunca pasa por aquí',
    'Las transferencias van de la cuenta de quien aporta a la cuenta de quien organiza. Lo que se paga con Mercado Pago va a la cuenta que esa persona conectó. Entre Todos lleva la lista: no guarda dinero, no cobra comisión y no mueve el de nadie.',
    `¿Te quedó una duda? Mira las [preguntas frecuentes](${links.faq()}).`,
  ],
]

function Start() {
  const isMember = useSession().name === 'signed-in'
  return (
    <div className={styles.start}>
      {isMember ? (
        <ButtonLink to={links.newCollection()} variant="primary" size="lg">
          Nueva Colecta
        </ButtonLink>
      ) : (
        <>
          <ButtonLink to={links.register()} variant="primary" size="lg">
            Crear cuenta
          </ButtonLink>
          <ButtonLink to={links.login()} size="lg">
            Iniciar sesión
          </ButtonLink>
        </>
      )}
    </div>
  )
}
