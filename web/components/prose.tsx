import { ChevronDown } from 'lucide-react'
import { createElement, Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from './icon.tsx'
import { Page } from './page.tsx'
import styles from './prose.module.css'

/** Each text is a paragraph; `[words](path)` in it is a link, `**words**` is strong. */
export type ProseSection = readonly [title: string, ...parts: ReactNode[]]

interface ProseProps {
  title: string
  lead?: ReactNode
  sections?: readonly (ProseSection | false | undefined)[]
  children?: ReactNode
}

export function Prose({ title, lead, sections = [], children }: ProseProps) {
  return (
    <Page title={title} width="reading">
      <article className={styles.prose}>
        <header className={styles.head}>
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{marked(lead)}</p>}
        </header>
        {sections.map((section) => section && <TitledSection key={section[0]} section={section} />)}
        {children}
      </article>
    </Page>
  )
}

function TitledSection({ section: [title, ...parts] }: { section: ProseSection }) {
  return createElement('section', null, <h2>{title}</h2>, ...parts.map(paragraph))
}

function paragraph(part: ReactNode): ReactNode {
  return typeof part === 'string' ? <p>{marked(part)}</p> : part
}

function marked(text: ReactNode): ReactNode {
  if (typeof text !== 'string') return text
  const pieces = text.split(/(\[[^\]]+\]\([^)]+\)|\*\*[^*]+\*\*)/)
  return createElement(Fragment, null, ...pieces.map(piece))
}

function piece(text: string): ReactNode {
  const [, words, path] = /^\[(.+)\]\((.+)\)$/.exec(text) ?? []
  if (words && path) return <Link to={path}>{words}</Link>
  return text.startsWith('**') ? <strong>{text.slice(2, -2)}</strong> : text
}

interface ListProps {
  items: readonly (string | false | undefined)[]
  numbered?: boolean
}

export function List({ items, numbered = false }: ListProps) {
  const Tag = numbered ? 'ol' : 'ul'
  return <Tag>{items.map((item) => item && <li key={item}>{marked(item)}</li>)}</Tag>
}

export type Question = readonly [id: string, question: string, answer: string]

/** Native `<details>`, so that the browser's search and links open the answers. */
export function Questions({ questions }: { questions: readonly Question[] }) {
  return (
    <div className={styles.questions}>
      {questions.map(([id, question, answer]) => (
        <details key={id} id={id} className={styles.question}>
          <summary>
            <h3>{question}</h3>
            <Icon of={ChevronDown} className="chevron" />
          </summary>
          <div className={styles.answer}>{paragraph(answer)}</div>
        </details>
      ))}
    </div>
  )
}
