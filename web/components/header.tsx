import { LogOut, Menu, X } from 'lucide-react'
import { type MouseEvent, type ReactNode, Suspense, useRef } from 'react'
import { NavLink } from 'react-router-dom'
import { links } from '../../shared/links.ts'
import { Avatar } from './avatar.tsx'
import buttonStyles from './button.module.css'
import { ButtonLink, IconButton, iconButtonLook } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './header.module.css'
import { Icon } from './icon.tsx'
import { lazyExtra } from './lazy-extra.ts'
import { Logo } from './logo.tsx'
import { usePopover } from './use-popover.ts'

export type HeaderPerson = { firstName: string; lastName: string; isAdmin?: boolean }

type HeaderProps = {
  /** null for a guest; undefined while unknown: only the logo is shown. */
  person: HeaderPerson | null | undefined
  onSignOut?: () => void
  /** The sign-in page, with the address to return to. */
  loginTo?: string | undefined
  /** On the contribution page: a guest sees only the link to sign in. */
  bare?: boolean
  children?: ReactNode
}

export function Header({
  person,
  onSignOut = () => {},
  loginTo = links.login(),
  bare = false,
  children,
}: HeaderProps) {
  return (
    <header className={styles.top}>
      <a href="#contenido" className={classNames(buttonStyles.button, styles.skip)}>
        Ir al contenido
      </a>
      <div className={styles.bar}>
        <Logo />
        {person && (
          <nav className={classNames(styles.nav, 'only-desk')} aria-label="Principal">
            {entriesFor(person).map(([label, to]) => (
              <NavLink key={to} to={to}>
                {label}
              </NavLink>
            ))}
          </nav>
        )}
        <span className={styles.space} />
        {children}
        {person && (
          <>
            <IconButton
              className="only-desk"
              icon={LogOut}
              label="Cerrar sesión"
              onClick={onSignOut}
            />
            <span className="only-desk">
              <Avatar {...person} />
            </span>
          </>
        )}
        {person === null && (
          <>
            <ButtonLink
              to={loginTo}
              variant="quiet"
              edge={bare ? 'end' : undefined}
              className={bare ? undefined : styles.login}
            >
              Iniciar sesión
            </ButtonLink>
            {!bare && (
              <ButtonLink to={links.register()} variant="primary" className="only-desk">
                Crear cuenta
              </ButtonLink>
            )}
          </>
        )}
        {(person || (person === null && !bare)) && (
          <HeaderMenu>
            {person ? (
              <SignedInEntries person={person} onSignOut={onSignOut} />
            ) : (
              <ul className={styles.entries}>
                <NavItems entries={GUEST_ENTRIES} />
              </ul>
            )}
          </HeaderMenu>
        )}
      </div>
    </header>
  )
}

function SignedInEntries({ person, onSignOut }: { person: HeaderPerson; onSignOut: () => void }) {
  return (
    <>
      <p className={styles.person}>
        <Avatar {...person} />
        {person.firstName} {person.lastName}
      </p>
      <ul className={styles.entries}>
        <NavItems entries={entriesFor(person)} />
        <li>
          <button type="button" onClick={onSignOut}>
            <Icon of={LogOut} />
            Cerrar sesión
          </button>
        </li>
      </ul>
    </>
  )
}

function NavItems({ entries }: { entries: Entry[] }) {
  return entries.map(([label, to]) => (
    <li key={to}>
      <NavLink to={to}>{label}</NavLink>
    </li>
  ))
}

type Entry = [label: string, to: string]

const GUEST_ENTRIES: Entry[] = [
  ['Iniciar sesión', links.login()],
  ['Crear cuenta', links.register()],
]

function entriesFor({ isAdmin }: HeaderPerson): Entry[] {
  const entries: Entry[] = [
    ['Dashboard', links.dashboard()],
    ['Nueva Colecta', links.newCollection()],
    ['Perfil', links.profile()],
  ]
  return isAdmin ? [...entries, ['Administración', links.admin()]] : entries
}

// Lazy: the contribution page rarely needs it, and the size of its code is limited.
const ThemeChoice = lazyExtra(() =>
  import('./theme-choice.tsx').then((module) => module.ThemeChoice),
)

/** A native popover: Escape and a press outside close it. */
function HeaderMenu({ children }: { children: ReactNode }) {
  const menu = useRef<HTMLElement>(null)
  const { open, hide, button, attributes } = usePopover(menu)

  const closeAfter = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a, button')) hide()
  }

  return (
    <>
      <button
        type="button"
        className={iconButtonLook({ edge: 'end', className: 'only-phone' })}
        aria-label="Menú"
        {...button}
      >
        <Icon of={open ? X : Menu} />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed by key clicks as well */}
      <nav
        {...attributes}
        ref={menu}
        className={styles.menu}
        aria-label="Menú"
        onClick={closeAfter}
      >
        {children}
        <div className={styles.theme}>
          <Suspense>{open && <ThemeChoice />}</Suspense>
        </div>
      </nav>
    </>
  )
}
