import { useEffect, useRef } from 'react'
import { instant } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import type { SavedBy } from '#contract/errors.ts'

/** A field that two people have changed, in words. */
export interface AskedField {
  label: string
  mine: string
  theirs: string
}

interface ConflictNoticeProps {
  saved: SavedBy | null
  fields: readonly AskedField[]
  /** Saves the form over the other's values. */
  onKeepMine: () => void
  /** Takes the other's values of these fields into the form. */
  onTakeTheirs: () => void
}

/** Says who has saved a record since a form was opened, and when. */
export function savedText(saved: SavedBy | null): string {
  if (!saved) return 'Somebody else has changed this since you opened it.'
  const who = saved.isYou ? 'You' : (saved.by ?? `The team of ${getShop().name}`)
  return `${who} changed this ${saved.isYou ? 'in another window ' : ''}on ${instant(saved.at)}, after you opened it.`
}

const OF_OTHERS = { mine: 'Yours', theirs: 'Theirs', take: 'Take theirs' }
/** For somebody with two windows, both values are theirs. */
const OF_OWN = { mine: 'Here', theirs: 'Saved', take: 'Use the saved ones' }

/** Asks about the fields that somebody else has changed, too. It scrolls into view and takes the focus. */
export function ConflictNotice({ saved, fields, onKeepMine, onTakeTheirs }: ConflictNoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  const words = saved?.isYou ? OF_OWN : OF_OTHERS
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'start' })
    box.current?.focus({ preventScroll: true })
  }, [fields])
  const takeTheirs = () => {
    const place = box.current?.closest('section, dialog, main')
    onTakeTheirs()
    setTimeout(() => place?.querySelector<HTMLElement>('form :is(input, select, textarea):enabled')?.focus()) // once their values are shown
  }
  return (
    <div ref={box} role="alert" tabIndex={-1} className="notice bad scroll-mt-4 max-sm:scroll-mt-24">
      <p className="font-medium wrap-anywhere">{savedText(saved)}</p>
      <p>Your other changes are kept. Choose which values to use here:</p>
      <dl className="grid gap-1.5 mt-2">
        {fields.map(({ label, mine, theirs }) => (
          <div key={label} className="grid gap-x-3 sm:grid-cols-[minmax(7rem,14rem)_minmax(0,1fr)]">
            <dt className="font-semibold">{label}</dt>
            <dd className="wrap-anywhere">
              {words.mine}: <bdi>{mine || 'empty'}</bdi>
            </dd>
            <dd className="wrap-anywhere sm:col-start-2">
              {words.theirs}: <ins dir="auto">{theirs || 'empty'}</ins>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 flex flex-wrap gap-3">
        <button type="button" className="button small" onClick={onKeepMine}>
          Keep mine
        </button>
        <button type="button" className="button hollow small" onClick={takeTheirs}>
          {words.take}
        </button>
      </p>
    </div>
  )
}
