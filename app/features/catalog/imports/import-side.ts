import { createContext, use } from 'react'
import { api, type ShopApi } from '#app/lib/api.ts'

/** Staff, who import for every business, or a seller, who imports for one. */
export type ImportSide = 'staff' | 'seller'

const NAMES = { staff: 'imports', seller: 'sellerImports' } as const
const SCREENS = { staff: '/admin/import', seller: '/business/import' } as const
const CALLS = { staff: '/api/admin/imports', seller: '/api/business/imports' } as const

const WORKBOOKS = { staff: '/api/admin/products/export?format=xlsx', seller: '/api/business/products/workbook?format=xlsx' } as const

/** The side whose dialog is shown. */
export const ImportSideContext = createContext<ImportSide>('staff')

/** The calls of a side, with either client. */
export const callsOf = (shop: ShopApi, side: ImportSide): ShopApi['imports'] | ShopApi['sellerImports'] => shop[NAMES[side]]

/** The side's calls and addresses. */
export function useImportSide() {
  const side = use(ImportSideContext)
  return {
    side,
    isSeller: side === 'seller',
    calls: callsOf(api, side),
    screen: SCREENS[side],
    path: CALLS[side],
    workbook: WORKBOOKS[side],
  }
}
