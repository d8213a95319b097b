import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { queryOf } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import type { ImportDetail } from '#contract/catalog/imports.ts'
import { useImportSide } from './import-side.ts'
import { currentImportQuery, importKey, importQuery } from './queries.ts'

const LOOK_MS = 600
const PARAM = 'import'

const isBusy = (found: ImportDetail | undefined) =>
  found !== undefined && (found.status === 'waiting' || found.status === 'running' || found.undo.state === 'running')

/** Announces once how an import or its undo ended, if it ends while the page is open. */
function useEnding(found: ImportDetail | undefined, refresh: () => void): void {
  const before = useRef<ImportDetail>(undefined)
  useEffect(() => {
    const last = before.current
    before.current = found
    if (!found || !last || last.id !== found.id || !isBusy(last) || isBusy(found)) return
    if (found.status === 'undone') toast.success('Import undone')
    else if (found.status === 'done' && found.report?.success) toast.success('Import Successful')
    else toast.error('Import Failed')
    refresh()
  }, [found, refresh])
}

/** Puts a running import's id into the address, so that a reload after its end still shows it. */
function useAddressOf(runningId: string | undefined): void {
  const [params, setParams] = useSearchParams()
  const isNamed = params.has(PARAM)
  useEffect(() => {
    if (runningId === undefined || isNamed) return
    setParams((now) => new URLSearchParams([...now, [PARAM, runningId]]), { replace: true, preventScrollReset: true })
  }, [runningId, isNamed, setParams])
}

/** The import named in the address, else the running one; polled while it runs. */
export function useImport() {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const { side } = useImportSide()
  const [params, setParams] = useSearchParams()
  const current = useQuery(queryOf(currentImportQuery(token, side)))
  useAddressOf(current.data?.running?.id)
  const id = params.get(PARAM) ?? current.data?.running?.id ?? ''
  const one = useQuery({
    ...queryOf(importQuery(token, side, id)),
    enabled: id !== '',
    refetchInterval: ({ state }) => (isBusy(state.data) ? LOOK_MS : false),
  })
  const found = id === '' ? undefined : one.data
  const refresh = () => {
    void client.invalidateQueries({ queryKey: officeKey(token) })
    void client.invalidateQueries({ queryKey: ['products'] })
  }
  useEnding(found, refresh)
  return {
    current,
    one,
    found,
    /** Shows another import, from cache at first; null: the first step. */
    go: (next: ImportDetail | null) => {
      if (next) client.setQueryData(importKey(token, next.id), next)
      else client.setQueryData(currentImportQuery(token, side).queryKey, (now: object | undefined) => now && { ...now, running: null })
      setParams(
        (now) => {
          const changed = new URLSearchParams(now)
          if (next) changed.set(PARAM, next.id)
          else changed.delete(PARAM)
          return changed
        },
        { preventScrollReset: true },
      )
      if (next && next.status !== 'draft') void client.invalidateQueries({ queryKey: officeKey(token) })
    },
    /** Caches a response about the import that is shown. */
    keep: (next: ImportDetail) => client.setQueryData(importKey(token, next.id), next),
  }
}
