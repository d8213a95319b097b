import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PRODUCT_LIST } from '#contract/catalog/product-list.ts'
import { columnLabels, FACT_CELLS, FACT_IMPORTS, FIELD_HEADINGS, FIELD_KEYS, inputLabel, PLAIN_KEYS } from '#domain/product-fields.ts'
import { guessColumns, guessKind } from './guess-columns.ts'
import { SHEETS } from './table.ts'

const APP = new URL('../../../app/features/catalog/', import.meta.url)
const guess = (header: string) => guessColumns('other', [header])[0] ?? null

/** Labels of the form and titles of the lists, as their source has them. */
function labelsOf(folder: string): string[] {
  const folderUrl = new URL(`${folder}/`, APP)
  return readdirSync(folderUrl)
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .flatMap((name) => {
      const source = readFileSync(new URL(name, folderUrl), 'utf8')
      return [
        ...source.matchAll(/\blabel="([^"]+)"/g),
        ...source.matchAll(/\btitle: '([^']+)'/g),
        ...source.matchAll(/\b(?:field|text|choice|price|metric|moment)\('[\w.]+', '([^']+)'/g),
      ].map(([, label = '']) => label)
    })
}

/** Labels that are no fact of a product, or more than one. */
const NOT_ONE = [
  'User type', // follows the business
  'No quantity prices', // an entry of "Quantity prices"
  'USD, EUR', // both prices in one column
  'Created',
  'Changed',
  'Product safety', // both contacts and the warnings
  'Actions',
  'Numbers', // parts of the form
  'Customs and tax',
  'Views',
  'Level',
  'Advice',
  'Inventory value',
]

describe('2.3 the importer knows the labels of the shop', () => {
  test.each(
    [
      ...new Set([
        ...['product-form', 'product-grid', 'staff-products'].flatMap(labelsOf),
        ...PRODUCT_LIST.map(({ title }) => title),
        ...FIELD_KEYS.map(inputLabel),
        ...Object.values(columnLabels(FIELD_KEYS)),
      ]),
    ].filter((label) => !NOT_ONE.includes(label) && !/tab$|^Preview|^End the|^Text for|^Products$|[{}]/.test(label)),
  )('%s', (label) => {
    expect([label, guess(label)]).not.toEqual([label, null])
  })

  test.each([...SHEETS.Products, ...FACT_CELLS].map((column) => [column]))('the column %s of the exports is itself', (column) => {
    expect(guess(column)).toBe(column)
  })
})

const HEADINGS: Record<string, string> = {
  sku: 'Sku|Artikel-Nr|Artikelnr.|Referenz-Nr? no|Référence article|product_sku|Part-No|Item Code|Bestell-Nr.',
  name: 'Product Name *|Produktname|Artikelbezeichnung (DE)|Name [EN]|name_en|label-en_US? no|Nom du produit|Désignation|Item name|Titel',
  description: 'Short description|Kurzbeschreibung|Description courte|Product description|Résumé',
  fullDescription: 'Long description|Beschreibung|Description longue|Produktbeschreibung|body_html',
  category: 'Category|Kategorie|Warengruppe|Catégorie|Product category|categories|Famille de produits',
  business: 'Seller|Vendor|Lieferant|Fournisseur|Verkäufer',
  brand: 'Brand|Marke|Marque|Hersteller|Manufacturer|Fabricant',
  priceUSD: 'Price|Price (USD)|USD price|price_usd|Unit price $|Net price|Preis in USD|Prix USD|Price (excl. VAT)|List price',
  priceEUR: 'Preis|Preis (€)|Preis EUR netto|Prix|Prix HT|Prix unitaire (€)|price eur|EUR|Verkaufspreis|VK netto|Price in EUR (€)|PRIX_HT',
  stock: 'Stock|Qty|Quantity in stock|Lagerbestand|Bestand (Stück)|Menge|Quantité|Qté|Stock disponible|inventory_quantity|Available',
  weightKg:
    'Weight|Weight (kg)|Gewicht (kg)|Gewicht in kg|Poids (kg)|Packed weight in kg|Weight (lb)|Versandgewicht|weight_kg|Bruttogewicht kg|Poids brut',
  weightGrams: 'Weight (g)|Gewicht in Gramm|Poids en g|weight_grams|Gewicht g',
  packageLengthCm: 'Packed length|Length in mm|Paketlänge (cm)|Package length cm|Longueur du colis (cm)|Länge in mm',
  leadTimeDays:
    'Lead time|Lead time in days|Lieferzeit (Tage)|Lieferzeit in Werktagen|Délai de livraison (jours)|Lead time (business days)',
  minQuantity: 'Minimum order|Min. qty|MOQ|Mindestbestellmenge|Mindestabnahme|Quantité minimale|Minimum order quantity',
  quantityStep: 'Sold in steps of|Order multiple|Bestellschritt|Multiple de commande',
  originCountry: 'Country of origin|Herkunftsland|Ursprungsland|Pays d’origine|Origin|Made in',
  hsCode: 'HS code|Zolltarifnummer|Code douanier|Customs tariff number|HTS code',
  gtin: 'EAN|EAN-13|GTIN|UPC|Barcode|EAN-Code|Code-barres|GTIN/EAN|ean13',
  mpn: 'MPN|Manufacturer part number|Hersteller-Artikelnummer|Référence fabricant|Herstellernummer',
  saleUSD: 'Sale price|Special price|Sale price in USD ($)',
  saleEUR: 'Angebotspreis|Aktionspreis (€)|Prix promo|Sale price EUR',
  saleFrom: 'Sale begins|Angebot ab|Début de promo|sale_from',
  images: 'Image URL|Bild|Bild 2|image_3|Images|Photo|Bild-URL|Lien image|Picture URL|Produktbilder',
  status: 'Status|Aktiv|Active|Publié|Veröffentlicht|Published|Statut',
  warrantyMonths: 'Warranty in months|Garantie (Monate)|Garantie en mois|Warranty',
  taxClass: 'Tax class|Steuerklasse',
  features: 'Features|Eigenschaften|Merkmale|Caractéristiques',
  slug: 'Handle|URL key|Slug|Address|url_key',
  currency: 'Currency|Währung|Waehrung|Devise',
}

test.each(Object.entries(HEADINGS))('2.3 headings of %s in three languages', (field, list) => {
  const headings = list.split('|').filter((one) => !one.endsWith('? no'))
  expect(headings.map((heading) => [heading, guess(heading)])).toEqual(headings.map((heading) => [heading, field]))
})

test.each(PLAIN_KEYS)('each heading of the fact %s means one of its columns', (key) => {
  const names = FIELD_HEADINGS[key].split('|').map((name) => name.trim())
  expect(names.length).toBeGreaterThan(2)
  for (const name of names) expect([name, Object.keys(FACT_IMPORTS)]).toEqual([name, expect.arrayContaining([guess(name)])])
})

test.each([
  'Cost',
  'Cost price',
  'Purchase price',
  'Einkaufspreis',
  "Prix d'achat",
  'Price incl. VAT',
  'Preis brutto',
  'Prix TTC',
  'Price GBP',
  'Color',
  'Notes',
  'Compare at price',
  'Notiz',
  'URL',
])('2.3 %s is no field', (heading) => {
  expect(guess(heading)).toBeNull()
})

test('2.3 own-labels.csv: no column is skipped', () => {
  const headers =
    'Name,Category,Type,Price in USD,Price in EUR,Stock,SKU,Packed weight in kg,Lead time in days,Sold in steps of,Minimum order,Country of origin'.split(
      ',',
    )
  expect(guessColumns(guessKind(headers), headers)).toEqual([
    'name',
    'category',
    'type',
    'priceUSD',
    'priceEUR',
    'stock',
    'sku',
    'weightKg',
    'leadTimeDays',
    'quantityStep',
    'minQuantity',
    'originCountry',
  ])
})
