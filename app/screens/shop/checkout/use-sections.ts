import { useState } from 'react'

/** The parts of the form that can be folded away; payment stays open. */
export type SectionName = 'contact' | 'delivery'

/**
 * Which sections are open. A form that came filled in starts folded to what it says; as soon as something is typed, only the buyer
 * (or an error) opens and closes.
 */
export function useSections(isFilled: boolean) {
  const [chosen, setChosen] = useState<Partial<Record<SectionName, boolean>>>({})
  const isOpen = (name: SectionName) => chosen[name] ?? !isFilled
  return {
    isOpen,
    set: (name: SectionName, isNowOpen: boolean) => setChosen((before) => ({ ...before, [name]: isNowOpen })),
    /** From now on nothing folds or unfolds by itself. */
    hold: () => setChosen((before) => ({ contact: !isFilled, delivery: !isFilled, ...before })),
  }
}
