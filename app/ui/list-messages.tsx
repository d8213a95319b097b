import { Link } from '#app/ui/link.tsx'
import { ReadFailed, useReadAgain } from './read-failed.tsx'

/** Message of a list that could not be read, with a retry. */
export function ListFailed({ text }: { text: string }) {
  return <ReadFailed text={text} {...useReadAgain()} />
}

interface ListEmptyProps {
  title: string
  text?: string
  /** Link to the list without filters, if any are set. */
  clear?: { href: string; label: string } | undefined
  /** Another list that may have it. */
  elsewhere?: { href: string; label: string } | undefined
}

/** Message of an empty list, with the drawing of an open box. */
export function ListEmpty({ title, text, clear, elsewhere }: ListEmptyProps) {
  return (
    <div className="list-empty">
      <img className="w-full max-w-80 border-2 border-ink" src="/drawings/scenes/empty-box.svg" width={800} height={600} alt="" />
      <div>
        <p className="text-lg font-medium">{title}</p>
        {text && <p className="mt-1 text-ink-2">{text}</p>}
        <p className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
          {clear && (
            <Link to={clear.href} className="button hollow" preventScrollReset>
              {clear.label}
            </Link>
          )}
          {elsewhere && (
            <Link to={elsewhere.href} className="flex min-h-11 items-center">
              {elsewhere.label}
            </Link>
          )}
        </p>
      </div>
    </div>
  )
}
