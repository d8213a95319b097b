import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

const MOVES: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  Home: () => 0,
  End: (_at, last) => last,
}

/**
 * A button that shows and hides a list of links (APG, disclosure navigation): Escape and a click elsewhere close it, so does leaving it
 * with Tab or going to another page; the arrow keys, Home and End move within it.
 */
export function useDisclosure() {
  const { key } = useLocation()
  /** The page on which it was opened; on any other it is closed. */
  const [openedOn, setOpenedOn] = useState<string | null>(null)
  const isOpen = openedOn === key
  const setOpen = (isWanted: boolean) => setOpenedOn(isWanted ? key : null)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpenedOn(null)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  const itemsOf = () => [...(root.current?.querySelectorAll<HTMLElement>('[data-menu] a, [data-menu] button') ?? [])]
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      setOpen(false)
      button.current?.focus()
    }
    const move = MOVES[event.key]
    if (!move) return
    const isOnButton = document.activeElement === button.current
    if (isOnButton && event.key !== 'ArrowDown' && !isOpen) return
    event.preventDefault()
    setOpen(true)
    requestAnimationFrame(() => {
      const items = itemsOf()
      const at = items.findIndex((item) => item === document.activeElement)
      items[move(at, items.length - 1)]?.focus()
    })
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !root.current?.contains(relatedTarget)) setOpen(false)
  }
  return {
    isOpen,
    close: () => setOpen(false),
    root: { ref: root, onKeyDown, onBlur },
    button: { ref: button, 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) },
  }
}
