import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isOpenAt } from '#app/features/kit/office-places.ts'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { useSwitches } from './use-switches.ts'

interface PlaceLinkProps {
  to: string
  className?: string
  children: ReactNode
  /** Content for those who may not open the screen: by default the text of the link. */
  otherwise?: ReactNode
}

/** A link to a screen of the back office that not all may open who see the link. */
export function PlaceLink({ to, className, children, otherwise = children }: PlaceLinkProps) {
  const user = usePageUser()
  const switches = useSwitches(user)
  if (!user || !isOpenAt(to, user, switches)) return otherwise
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  )
}
