import { Link } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import { useSession } from '../../api/session.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Prose } from '../../components/prose.tsx'
import styles from './how-it-works.module.css'

export function HowItWorks() {
  return (
    <Prose
      title="Cómo funciona"
      lead="Una persona abre la colecta y comparte un enlace. El resto transfiere directo a su cuenta y lo registra. Todos ven cuánto falta."
    >
      <section>
        <h2>Si organizas</h2>
        <ol>
          <li>
            <strong>Crea tu cuenta.</strong> Nombre, email y una contraseña. Confirmas el email y
            listo.
          </li>
          <li>
            <strong>Abre la colecta.</strong> El motivo, cuánto sugieres por persona, el total, la
            fecha límite y tu alias, CBU o CVU. Revisamos que el número esté bien escrito.
          </li>
          <li>
            <strong>Comparte el enlace.</strong> Por WhatsApp, copiado o con un QR. Se abre en
            cualquier teléfono, sin instalar nada.
          </li>
          <li>
            <strong>Mira llegar los aportes.</strong> Cada uno aparece al instante con su
            comprobante. Cuando lo ves en tu cuenta, lo marcas como acreditado.
          </li>
          <li>
            <strong>Rinde cuentas.</strong> Descarga la lista en CSV o muestra el progreso.
          </li>
        </ol>
      </section>
      <section>
        <h2>Si aportas</h2>
        <ol>
          <li>
            <strong>Abre el enlace.</strong> Ves para qué es, cuánto se sugiere y a quién le
            transfieres. No hace falta crear una cuenta.
          </li>
          <li>
            <strong>Transfiere</strong> desde tu banco o billetera: copia el alias o escanea el QR.
          </li>
          <li>
            <strong>Registra tu aporte</strong> y, si quieres, agrega el comprobante. Si la señal es
            mala, se envía solo cuando vuelve.
          </li>
        </ol>
      </section>
      <section>
        <h2>El dinero nunca pasa por aquí</h2>
        <p>
          Las transferencias van de la cuenta de quien aporta a la cuenta de quien organiza. Lo que
          se paga con Mercado Pago va a la cuenta que esa persona conectó. Entre Todos lleva la
          lista: no guarda dinero, no cobra comisión y no mueve el de nadie.
        </p>
        <p>
          ¿Te quedó una duda? Mira las <Link to={links.faq()}>preguntas frecuentes</Link>.
        </p>
      </section>
      <Start />
    </Prose>
  )
}

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
