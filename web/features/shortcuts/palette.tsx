import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { countOf } from '../../../shared/text.ts'
import { LiveDatabase } from '../../api/live-database.tsx'
import { Modal } from '../../components/dialog.tsx'
import { Failed } from '../../components/empty-state.tsx'
import { Icon } from '../../components/icon.tsx'
import { AS_TYPED, Input } from '../../components/input.tsx'
import { Key } from '../../components/key.tsx'
import styles from './palette.module.css'
import { type Group, type Option, useOptions } from './use-options.ts'

type PaletteProps = { isAdmin: boolean; onHelp: () => void; onClose: () => void }

/** Follows the WAI-ARIA pattern of a combobox with a listbox. */
export function Palette(props: PaletteProps) {
  return (
    <LiveDatabase>
      <OpenPalette {...props} />
    </LiveDatabase>
  )
}

function OpenPalette({ isAdmin, onHelp, onClose }: PaletteProps) {
  const id = useId()
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const { groups, isComplete, failed } = useOptions(search, isAdmin)
  const options = groups.flatMap((group) => group.options)
  // The next results may be fewer.
  const active = options[Math.min(at, options.length - 1)]
  const listId = `${id}-list`
  const idOf = (option: Option) => `${id}-${option.key}`

  function pick({ to }: Option): void {
    // First the focus returns, so that it can go to the title of the next screen.
    flushSync(onClose)
    if (to === 'help') onHelp()
    else navigate(to)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    const isToggle = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!isToggle && step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (isToggle) onClose()
    else if (step === undefined) active && pick(active)
    else if (active) setAt((options.indexOf(active) + step + options.length) % options.length)
  }

  return (
    <Modal onClose={onClose} className={styles.palette} aria-label="Buscar colectas y personas">
      <div className={styles.line}>
        <Input
          autoFocus
          {...AS_TYPED}
          role="combobox"
          aria-label="Colecta, persona o acción"
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && idOf(active)}
          autoComplete="off"
          enterKeyHint="go"
          maxLength={200}
          placeholder="Colecta, persona o acción"
          value={search}
          onChange={({ target }) => {
            setSearch(target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={styles.close} onClick={onClose}>
          Cerrar
        </button>
      </div>
      <div id={listId} role="listbox" aria-label="Resultados" className={styles.list}>
        {groups.map((group) => (
          <OptionGroup key={group.title} group={group} active={active} idOf={idOf} onPick={pick} />
        ))}
      </div>
      {failed && <Failed title="No pudimos buscar" {...failed} />}
      <p role="status" className={options.length > 0 ? 'sr' : styles.none}>
        {isComplete && search !== '' && resultText(options.length)}
      </p>
    </Modal>
  )
}

function resultText(count: number): string {
  if (count === 0) return 'Nada con ese nombre. Prueba con otras letras.'
  return countOf(count, 'resultado')
}

type OptionGroupProps = {
  group: Group
  active: Option | undefined
  idOf: (option: Option) => string
  onPick: (option: Option) => void
}

function OptionGroup({ group, active, idOf, onPick }: OptionGroupProps) {
  const titleId = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
    <div role="group" aria-labelledby={titleId}>
      <p id={titleId} className={styles.title}>
        {group.title}
      </p>
      {group.options.map((option) => (
        <ShownOption
          key={option.key}
          id={idOf(option)}
          option={option}
          isActive={option === active}
          onPick={() => onPick(option)}
        />
      ))}
    </div>
  )
}

type ShownOptionProps = { id: string; option: Option; isActive: boolean; onPick: () => void }

/** The focus stays in the field, whose arrow keys choose the active option. */
function ShownOption({ id, option, isActive, onPick }: ShownOptionProps) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox
    <div
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={styles.option}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <Icon of={option.icon} size={18} />
      <span className={styles.label}>{option.label}</span>
      {option.detail && <span className={styles.detail}>{option.detail}</span>}
      {option.keys && <Key name={option.keys} />}
    </div>
  )
}
