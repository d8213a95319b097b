import { useState } from 'react'
import { pause, type Read } from '#app/lib/api.ts'
import { Deferred } from '#app/ui/deferred.tsx'
import { Load } from '#app/ui/load.tsx'
import { LoadingNote } from '#app/ui/loading-note.tsx'
import { ReadFailed } from '#app/ui/read-failed.tsx'
import { Together } from '#app/ui/together.tsx'
import { Example, Pair } from './example.tsx'

const SHOWN_MS = 1500
const read = (state: string, answer: () => Promise<string>): Read<string> => ({ queryKey: ['ui-parts', state], read: answer })
const PENDING = read('pending', () => new Promise(() => undefined))
const LOADED = read('loaded', () => Promise.resolve('EcoMat 1000, 14 in stock'))
const FAILED = read('failed', () => Promise.reject(new Error('no answer')))
const FAILURE = 'The stock could not be loaded.'

export function Loading() {
  return (
    <>
      <Pair>
        <Example name="Load, reading">
          <Load read={PENDING} failure={FAILURE}>
            {(text) => <p>{text}</p>}
          </Load>
        </Example>
        <Example name="Load, done">
          <Load read={LOADED} failure={FAILURE}>
            {(text) => <p>{text}</p>}
          </Load>
        </Example>
        <Example name="Load, failed after three tries">
          <Load read={FAILED} failure={FAILURE}>
            {(text) => <p>{text}</p>}
          </Load>
        </Example>
        <Example name="Deferred, pending for a moment when loaded again">
          <DeferredAgain />
        </Example>
        <Example name="Parts that load together">
          <Together>
            <Load read={LOADED} failure={FAILURE}>
              {(text) => <p>{text}</p>}
            </Load>
          </Together>
        </Example>
        <Example name="Loading note">
          <LoadingNote />
        </Example>
        <Example name="Skeleton and spinner" isRow>
          <span className="skeleton h-12 w-40" />
          <span className="spinner" />
        </Example>
      </Pair>
      <Pair>
        <Example name="Could not be read">
          <FailedRead />
        </Example>
        <Example name="Reading again">
          <ReadFailed text={FAILURE} isReading onAgain={() => undefined} />
        </Example>
      </Pair>
    </>
  )
}

function FailedRead() {
  const [isReading, setReading] = useState(false)
  const again = () => {
    setReading(true)
    setTimeout(() => setReading(false), SHOWN_MS)
  }
  return <ReadFailed text={FAILURE} isReading={isReading} onAgain={again} again="Load the stock again" />
}

/** Pending only in the browser, never on the server: a page is sent when all of it is there. */
function DeferredAgain() {
  const [value, setValue] = useState<string | Promise<string>>('14 in stock')
  const load = () => setValue(pause(SHOWN_MS).then(() => '14 in stock'))
  return (
    <div className="grid justify-items-start gap-3">
      <Deferred value={value}>{(text) => (text === null ? <span className="skeleton h-6 w-40" /> : <p>{text}</p>)}</Deferred>
      <button type="button" className="button hollow small" onClick={load}>
        Load again
      </button>
    </div>
  )
}
