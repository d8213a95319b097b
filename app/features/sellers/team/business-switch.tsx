import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { openBusiness } from '#app/features/kit/frame/other-tabs.ts'
import { api, messageOf, queryOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { ownBusinessesQuery } from './queries.ts'

/** Choice among the businesses whose team the user is on; nothing for one. */
export function BusinessSwitch() {
  const id = useId()
  const token = useToken((state) => state.token)
  const { data: businesses = [] } = useQuery({ ...queryOf(ownBusinessesQuery(token)), retry: false })
  const choose = useMutation({
    mutationFn: (businessId: string) => api.team.choose({ body: { businessId } }),
    onSuccess: openBusiness,
    onError: (error) => toast.error(messageOf(error, 'The business could not be switched. Please try again.')),
  })
  if (businesses.length < 2) return null
  const current = businesses.find(({ isCurrent }) => isCurrent)
  return (
    <div className="grid gap-1 px-3 pb-3">
      <label htmlFor={id} className="text-sm text-[#b7bdda]">
        Business
      </label>
      <select
        id={id}
        className="input"
        value={choose.variables ?? current?.id ?? ''}
        disabled={choose.isPending}
        onChange={(event) => choose.mutate(event.target.value)}
      >
        {!current && <option value="">Choose a business</option>}
        {businesses.map(({ id: businessId, name }) => (
          <option key={businessId} value={businessId}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
