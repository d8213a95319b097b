import { useQuery } from '@tanstack/react-query'
import { orderOverviewQuery } from '#app/features/orders/queries.ts'
import { queryOf } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import { isStaffRole, type Role } from '#domain/user.ts'

/** Returns true if an account has the places of a buyer: staff have them once they have placed an order themselves. */
export function useIsBuyer(role: Role | undefined): boolean {
  const token = useToken((state) => state.token)
  const isStaff = isStaffRole(role)
  const { data } = useQuery({ ...queryOf(orderOverviewQuery(token)), enabled: isStaff })
  return !isStaff || (data !== undefined && data.last !== null)
}
