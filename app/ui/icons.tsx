import type { ReactNode } from 'react'

function Icon({ children, size = 22 }: { children: ReactNode; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}

export const SearchIcon = () => (
  <Icon>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m20 20-4.8-4.8" />
  </Icon>
)
export const CartIcon = () => (
  <Icon>
    <path d="M3 4h2.5l2.2 11h10.6L21 7H6.4" />
    <circle cx="9" cy="19.5" r="1.3" />
    <circle cx="17" cy="19.5" r="1.3" />
  </Icon>
)
export const BellIcon = () => (
  <Icon>
    <path d="M6 17V10.5a6 6 0 0 1 12 0V17l1.5 1.5h-15zM12 4.5V2.5M10 21.5h4" />
  </Icon>
)
export const MenuIcon = () => (
  <Icon>
    <path d="M3 6h18M3 12h18M3 18h18" />
  </Icon>
)
export const CloseIcon = () => (
  <Icon>
    <path d="m5 5 14 14M19 5 5 19" />
  </Icon>
)
export const ChevronDownIcon = () => (
  <Icon size={18}>
    <path d="m5 9 7 7 7-7" />
  </Icon>
)

export const ArrowUpIcon = () => (
  <Icon size={18}>
    <path d="M12 19V5M6 11l6-6 6 6" />
  </Icon>
)
export const ArrowDownIcon = () => (
  <Icon size={18}>
    <path d="M12 5v14M6 13l6 6 6-6" />
  </Icon>
)

/** The mark: two liners and a kraft wave. */
export function Mark() {
  return (
    <svg aria-hidden="true" width="34" height="24" viewBox="0 0 34 24" fill="none">
      <path d="M0 3h34M0 21h34" stroke="currentColor" strokeWidth="2.6" />
      <path d="M1 12q4-9 8 0t8 0 8 0 8 0" stroke="#c99b5f" strokeWidth="3" />
    </svg>
  )
}
