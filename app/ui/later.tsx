import { type ComponentType, lazy, memo, Suspense, useState } from 'react'
import { whenOnline } from '#app/lib/when-online.ts'
import { TakeOver } from './take-over.tsx'

/**
 * A part of a page below its first view. The server renders it in its place, and the browser loads its script once the page is there; until
 * then, and where it does not arrive, the server's markup stays, whose links lead on. Pages that the browser makes itself wait for `load`.
 */
export function later<Props extends object>(read: () => Promise<ComponentType<Props>>) {
  let known: ComponentType<Props> | undefined
  const load = async () => {
    known ??= await read()
    return known
  }
  const loadSurely = () =>
    load().catch(async () => {
      await whenOnline()
      return load().catch(() => new Promise<never>(() => undefined))
    })
  if (import.meta.env.SSR) void loadSurely()
  const Loading = lazy(async () => ({ default: await loadSurely() }))

  function Shown(props: Props) {
    const [Part] = useState(() => known ?? Loading)
    return <Part {...props} />
  }
  // the same props change nothing: a part that changes before its script is there would be made anew
  const Later = memo((props: Props) => (
    <Suspense>
      <TakeOver>
        <Shown {...props} />
      </TakeOver>
    </Suspense>
  ))
  return Object.assign(Later, { load: async (): Promise<void> => void (await load().catch(() => undefined)) })
}
