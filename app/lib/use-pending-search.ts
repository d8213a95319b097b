import { useLocation, useNavigation } from 'react-router'

/**
 * The search part of this page's address, or of the one that it is about to have: a second choice, made while the first is read, keeps
 * both.
 */
export function usePendingSearch(): string {
  const { pathname, search } = useLocation()
  const { location } = useNavigation()
  return location?.pathname === pathname ? location.search : search
}
