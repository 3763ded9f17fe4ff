import { Search } from 'lucide-react'
import { Icon } from './icon.tsx'
import { Input } from './input.tsx'
import styles from './search-input.module.css'

type SearchInputProps = {
  /** Placeholder and name in one: "Buscar por nombre". */
  label: string
  value: string
  onValue: (text: string) => void
}

/** Finds while it is typed into. */
export function SearchInput({ label, value, onValue }: SearchInputProps) {
  return (
    <div className={styles.search}>
      <Icon of={Search} />
      <Input
        type="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </div>
  )
}
