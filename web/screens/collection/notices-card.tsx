import { useAtom } from 'jotai'
import { Bell, BellOff } from 'lucide-react'
import type { Collection, Notify } from '../../../shared/collection.ts'
import { setCollectionNotify } from '../../../shared/mutations/set-collection-notify.ts'
import { mutate } from '../../api/mutate.ts'
import { Card } from '../../components/card.tsx'
import { Checkbox, Choice, ChoiceGroup } from '../../components/choice.tsx'
import { showToast } from '../../components/toast.tsx'
import { soundAtom } from '../../features/arrivals/arrivals.ts'
import { useChange, useExpected } from '../../features/collections/use-change.ts'
import { DeviceNotices } from '../../features/notices/device-notices.tsx'
import styles from './collection.module.css'

const CHOICES: { value: Notify; label: string; hint: string; done: string }[] = [
  {
    value: 'now',
    label: 'Al momento',
    hint: 'Si llegan varios juntos, un solo email.',
    done: 'Te avisaremos por email al momento',
  },
  {
    value: 'daily',
    label: 'Una vez por día',
    hint: 'A las 9, si llegó alguno.',
    done: 'Te avisaremos por email una vez por día',
  },
  {
    value: 'never',
    label: 'Nunca',
    hint: 'Los ves aquí y en tu dashboard.',
    done: 'No te avisaremos por email',
  },
]

/** Notices of new contributions: by e-mail, on this device, with a sound. */
export function NoticesCard({ collection }: { collection: Collection }) {
  const { id, notify } = collection
  const { change } = useChange()
  const expected = useExpected<Notify>()
  const [hasSound, setHasSound] = useAtom(soundAtom)
  const chosen = expected.of(id, notify)

  const pick = ({ value, done }: (typeof CHOICES)[number]) =>
    change(
      async () => {
        await expected.during(id, notify, value, () =>
          mutate(setCollectionNotify, { id, notify: value }),
        )
        showToast({ text: done, icon: value === 'never' ? BellOff : Bell })
      },
      'No fue posible cambiar los avisos.',
      value,
    )

  return (
    <Card className="stack gap-4" title="Avisos">
      <ChoiceGroup legend="Email cuando llegue, se corrija o se retire un aporte">
        <div className={styles.choices}>
          {CHOICES.map((choice) => (
            <Choice
              key={choice.value}
              name={`notify-${id}`}
              label={choice.label}
              hint={choice.hint}
              checked={choice.value === chosen}
              onChange={() => void pick(choice)}
            />
          ))}
        </div>
      </ChoiceGroup>
      <DeviceNotices collectionId={id} />
      <Checkbox
        label="Con un sonido"
        hint="Mientras tienes Entre Todos abierto en este dispositivo."
        checked={hasSound}
        onChange={({ target }) => setHasSound(target.checked)}
      />
    </Card>
  )
}
