import { Lightbulb, type LucideIcon, ShieldCheck } from 'lucide-react'
import { Card } from '../../components/card.tsx'
import { IconTile } from '../../components/icon.tsx'
import styles from './tips.module.css'

/** Two things worth knowing before and after sharing. */
export function Tips() {
  return (
    <div className={styles.tips}>
      <Tip icon={Lightbulb} tone="accent" title="Consejos">
        Comparte el enlace en el grupo y recuerda la fecha límite dos días antes: la mayoría aporta
        a último momento.
      </Tip>
      <Tip icon={ShieldCheck} tone="primary" title="Seguridad">
        Un comprobante no prueba que el dinero llegó. Mira tu cuenta y marca cada aporte como
        acreditado.
      </Tip>
    </div>
  )
}

type TipProps = { icon: LucideIcon; tone: 'accent' | 'primary'; title: string; children: string }

function Tip({ icon, tone, title, children }: TipProps) {
  return (
    <Card className={styles.tip}>
      <IconTile icon={icon} tone={tone} size="md" />
      <div>
        <h2>{title}</h2>
        <p>{children}</p>
      </div>
    </Card>
  )
}
