import { Check } from 'lucide-react'
import { links } from '../../../shared/links.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Page } from '../../components/page.tsx'
import { Example } from './example.tsx'
import { Occasions } from './occasions.tsx'
import { Reasons } from './reasons.tsx'
import { Steps } from './steps.tsx'
import styles from './visitor-home.module.css'

const PROMISES = [
  'Sin comisiones nuestras',
  'A tu alias, CBU o CVU',
  'Nadie tiene que registrarse para aportar',
]

/** What the product does, for whoever comes for the first time. */
export function VisitorHome() {
  return (
    <Page>
      <title>Colectas simples · Entre Todos</title>
      <section className={styles.hero}>
        <div className={styles.words}>
          <h1 className={styles.title}>Juntar plata entre todos, sin perseguir a nadie</h1>
          <p className={styles.lead}>
            Abre una colecta, comparte el enlace y mira llegar cada aporte. El dinero va directo a
            tu cuenta.
          </p>
          <div className={styles.actions}>
            <ButtonLink to={links.register()} variant="primary" size="lg">
              Crear mi primera colecta
            </ButtonLink>
            <ButtonLink href="#como-funciona" target="_self" size="lg">
              Cómo funciona
            </ButtonLink>
          </div>
          <ul className={styles.promises}>
            {PROMISES.map((promise) => (
              <li key={promise}>
                <Icon of={Check} size={16} />
                {promise}
              </li>
            ))}
          </ul>
        </div>
        <Example />
      </section>
      <Steps id="como-funciona" />
      <Reasons />
      <Occasions />
      <section className={styles.call}>
        <h2>Tu próxima colecta, en dos minutos</h2>
        <p>Crear la cuenta y abrir una colecta no cuesta nada.</p>
        <ButtonLink to={links.register()} variant="primary" size="lg">
          Crear cuenta
        </ButtonLink>
      </section>
    </Page>
  )
}
