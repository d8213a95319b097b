import type { CommissionRates } from '#contract/sellers/commission.ts'
import { DEFAULT_COMMISSION_BASIS_POINTS, ratesOfSeller } from '#domain/commission.ts'
import type { Db } from '#server/platform/db/client.ts'
import { listRatedCategories, listRates, nameSellers } from './commission-rates.ts'

const isText = (value: string | null): value is string => value !== null

/** Presents the rates in force with names of sellers and categories; the stored rate that applies to everything is the global one. */
export async function presentRates(db: Db): Promise<CommissionRates> {
  const rows = await listRates(db)
  const isGlobal = ({ businessId, category }: (typeof rows)[number]) => businessId === null && category === null
  const rules = rows.filter((row) => !isGlobal(row))
  const names = await nameSellers(db, rules.map(({ businessId }) => businessId).filter(isText))
  const categories = new Map((await listRatedCategories(db)).map((category) => [category.base, category]))
  return {
    rules: rules.map(({ businessId, category, basisPoints }) => ({
      businessId,
      businessName: businessId && (names.get(businessId) ?? 'Deleted seller'),
      category: category && (categories.get(category)?.value ?? category),
      categoryLabel: category && (categories.get(category)?.label ?? category),
      percent: basisPoints / 100,
    })),
    globalPercent: (rows.find(isGlobal)?.basisPoints ?? DEFAULT_COMMISSION_BASIS_POINTS) / 100,
    version: Math.max(1, ...rows.map(({ version }) => version)),
  }
}

/** Presents the rates that can apply to a seller's products, in order, in percent; the last is for all other products. */
export async function presentSellerRates(db: Db, businessId: string): Promise<{ categoryLabel: string | null; percent: number }[]> {
  const rates = ratesOfSeller(await listRates(db), businessId)
  const labels = new Map((await listRatedCategories(db)).map(({ base, label }) => [base, label]))
  return rates.map(({ category, basisPoints }) => ({
    categoryLabel: category && (labels.get(category) ?? category),
    percent: basisPoints / 100,
  }))
}
