import { type ReactNode, useId } from 'react'

/** A state with its name above it; `isRow` puts several small parts side by side. */
export function Example({ name, isRow = false, children }: { name: string; isRow?: boolean; children: ReactNode }) {
  const id = useId()
  return (
    <fieldset className="min-w-0" aria-labelledby={id}>
      <p id={id} className="mb-2 border-b-[1.5px] border-line pb-1 text-sm font-medium text-ink-2">
        {name}
      </p>
      {isRow ? <div className="flex flex-wrap items-center gap-3">{children}</div> : children}
    </fieldset>
  )
}

/** Examples side by side where there is room for two. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-6 md:grid-cols-2">{children}</div>
}
