import { Check, X } from 'lucide-react'
import { Badge } from '../../components/badge.tsx'
import { Card, CardHead } from '../../components/card.tsx'
import { Facts } from '../../components/facts.tsx'
import { featuresOfBrowser, programOfPage } from './browser-facts.ts'
import styles from './diagnosis.module.css'

/** What this browser lacks of what the program uses. */
export function BrowserCard() {
  const features = Object.entries(featuresOfBrowser())
  return (
    <Card className={styles.card} aria-labelledby="browser">
      <CardHead title="Este navegador" id="browser" />
      <ul className={styles.features}>
        {features.map(([name, isThere]) => (
          <li key={name}>
            <Badge tone={isThere ? 'ok' : 'bad'} icon={isThere ? Check : X}>
              {isThere ? name : `Falta ${name}`}
            </Badge>
          </li>
        ))}
      </ul>
      <Facts
        facts={[
          {
            label: 'Programa',
            value: <span className={styles.code}>{programOfPage()}</span>,
          },
        ]}
      />
    </Card>
  )
}
