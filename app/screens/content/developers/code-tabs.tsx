import { type KeyboardEvent, useRef } from 'react'
import { copyText } from '#app/lib/hand-over.ts'
import { toast } from '#app/lib/toast.ts'
import { LANGUAGES, type Language, type RecipeFile, recipeFiles } from './recipe-files.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

function CodeFile({ file: { name, text } }: { file: RecipeFile }) {
  const copy = async () => {
    if (await copyText(text)) toast.success(`${name} was copied`)
    else toast.error('Your browser did not allow it. Select the text and copy it.')
  }
  return (
    <figure className="not-first:border-t-[1.5px] border-line">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 pl-4 pr-2 text-sm text-ink-2">
        <code>{name}</code>
        <button type="button" className="link-button px-2 no-print" onClick={() => void copy()}>
          Copy {name}
        </button>
      </figcaption>
      <pre className="px-4 pb-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere" dir="ltr">
        <code>{text}</code>
      </pre>
    </figure>
  )
}

interface CodeTabsProps {
  id: string
  /** Title of the recipe. */
  label: string
  files: Readonly<Record<Language, readonly string[]>>
  /** Chosen for all recipes of the page. */
  language: Language
  onLanguage: (language: Language) => void
}

/** The files of a recipe in each language, one of which is shown; arrow keys change it. */
export function CodeTabs({ id, label, files, language, onLanguage }: CodeTabsProps) {
  const tabs = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const last = LANGUAGES.length - 1
    const at = LANGUAGES.indexOf(language)
    const to = { Home: 0, End: last }[event.key] ?? (at + (STEPS[event.key] ?? 0) + LANGUAGES.length) % LANGUAGES.length
    const next = LANGUAGES[to]
    if (to === at || next === undefined) return
    event.preventDefault()
    onLanguage(next)
    tabs.current?.querySelectorAll('button')[to]?.focus()
  }
  return (
    <div className="border-[1.5px] border-line bg-surface">
      <div ref={tabs} role="tablist" aria-label={`${label}: language`} className="code-tabs no-print">
        {LANGUAGES.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}-tab`}
            aria-controls={`${id}-${name}`}
            aria-selected={name === language}
            tabIndex={name === language ? 0 : -1}
            onClick={() => onLanguage(name)}
            onKeyDown={onKeyDown}
          >
            {name}
          </button>
        ))}
      </div>
      {LANGUAGES.map((name) => (
        <div key={name} role="tabpanel" id={`${id}-${name}`} aria-labelledby={`${id}-${name}-tab`} hidden={name !== language}>
          {recipeFiles(...files[name]).map((file) => (
            <CodeFile key={file.name} file={file} />
          ))}
        </div>
      ))}
    </div>
  )
}
