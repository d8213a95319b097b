import { useState } from 'react'
import { useSearchParams } from 'react-router'

const NAME = 'nonactive'
const HIDDEN = 'hide'

/** Returns from the address whether inactive products are hidden; a selected status other than Active shows them. */
export function useNonActive(): { isHidden: boolean; fixed: Record<string, string> } {
  const [params] = useSearchParams()
  const status = params.get('status') ?? ''
  const isHidden = params.get(NAME) === HIDDEN && (status === '' || status === 'Active')
  return { isHidden, fixed: isHidden ? { status: 'Active' } : {} }
}

/** Shows or hides products that are not active (B95). */
export function NonActiveToggle() {
  const [params, setParams] = useSearchParams()
  const { isHidden } = useNonActive()
  const address = params.toString()
  /** The choice, until the address has it. */
  const [chosen, setChosen] = useState<{ at: string; shows: boolean }>()
  if (chosen && chosen.at !== address) setChosen(undefined)
  const isShown = chosen?.at === address ? chosen.shows : !isHidden
  const toggle = (shows: boolean) => {
    setChosen({ at: address, shows })
    const next = new URLSearchParams(params)
    next.delete('page')
    if (shows) next.delete(NAME)
    else {
      next.set(NAME, HIDDEN)
      if (next.get('status') !== 'Active') next.delete('status')
    }
    setParams(next, { preventScrollReset: true })
  }
  return (
    <label className="flex items-center max-md:min-h-11 gap-2">
      <input type="checkbox" checked={isShown} onChange={(event) => toggle(event.target.checked)} />
      Show non-active
    </label>
  )
}
