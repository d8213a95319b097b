import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The first 16 digits of each released migration's hash. A shop that has applied one refuses to start when it was edited since: add a new one instead. */
const RELEASED: Record<string, string> = {
  '0000_initial.sql': 'd9a4c45c9687c86a',
  '0001_storefront.sql': 'e3090d2f42d6496d',
  '0002_back_office.sql': '08c3108bc3103f05',
  '0003_logs.sql': '98e690166a537f01',
  '0004_list_indexes.sql': 'f97d0124f49e493f',
  '0005_likeness_indexes.sql': '2389290fb46e5d1f',
  '0006_orders_and_money.sql': '139ab5f88011911a',
  '0007_seller_lists.sql': '8f643873167a27f3',
  '0008_connect.sql': 'f91f0014d5e2f43d',
  '0009_limits.sql': 'a4e025d5edb3a8f6',
  '0010_pay_later.sql': 'bb82c174b1c037b9',
  '0011_step_up.sql': 'c88bbd8e948e0f35',
  '0012_payout_holds.sql': 'afd3a002e1abc8f7',
  '0013_disputes.sql': '3375fa63c04b5b7e',
  '0014_plain_names.sql': 'f5e50f1d424e9220',
  '0015_delivery_per_seller.sql': '7855b0bb37857173',
  '0016_imports.sql': 'eff63a5d17d7ce8f',
  '0017_bulk_changes.sql': 'fb060e9ba23e9861',
  '0018_saved_views.sql': 'e9989df41b5a9c20',
  '0019_replies_and_notes.sql': 'c325397119fa19a9',
  '0020_chosen_drawing.sql': '300cb845ef393839',
  '0021_payment_request.sql': '0f5cfc8e6d9dde45',
  '0022_unused_outbox_rows.sql': '89161a7c4d171d74',
  '0023_restorable.sql': '5ef37226951e4205',
  '0024_traceparent.sql': '47bd0b12ab150ad4',
  '0025_operations.sql': 'a0fa190ea28ae783',
  '0026_audit_seals.sql': '66d16eddc2a555a5',
  '0027_instances.sql': 'd368c659d890360e',
  '0028_rate_limits.sql': '5199706f2ff8c95c',
  '0029_second_factor.sql': '4b1967734a36789f',
  '0030_locks.sql': 'f75e2c2d1ee32acc',
  '0031_revisions.sql': 'cfb779e8fbbd4b8d',
  '0032_public_products.sql': '8d8d0f3b98545013',
  '0033_public_products_filled.sql': 'b140cc3ebdc1048f',
  '0034_delivery_days.sql': 'f5a4e745a7a8681e',
  '0035_delivery_days_index.sql': '4760dcffd96512af',
  '0036_search_words.sql': '2b4a011b8ad32a46',
  '0037_search_texts_filled.sql': '5748a2772d83ecce',
  '0038_row_stamps.sql': 'a634b0023e6d9acb',
  '0039_product_facts.sql': 'cc1dedcf4d9f55cf',
  '0040_product_sku_key.sql': 'cc938d67e26d4c75',
  '0041_sale_prices.sql': 'f5edcd74066ff3b4',
  '0042_sale_prices_filled.sql': '089b640f593fe18c',
  '0043_typed_specifications.sql': 'd88240c6ce7c738c',
  '0044_typed_specifications_filled.sql': 'dcfe55a6f9911812',
  '0045_search_documents.sql': '024424541df8cad2',
  '0046_order_line_content.sql': '8061c8708c4e264a',
  '0047_order_line_content_checked.sql': '316da700c8999596',
  '0048_product_fits.sql': '91309a0fa9f7172a',
  '0049_product_fits_filled.sql': '16c18c5b021675fd',
  '0050_category_retyping.sql': '54a4b5ba2c0477d9',
  '0051_search_clicks.sql': '6a3cbe567f5e08bc',
  '0052_fits_by_index.sql': 'e4a909f4bf205027',
  '0053_rows_by_statement.sql': '29c5e0207f976f1e',
  '0054_odd_words.sql': 'd3fec8bb7f32d764',
  '0055_search_days_and_quality.sql': 'e23b9fe73ee760f0',
  '0056_order_tax.sql': 'c67413f6fcecb633',
  '0057_order_tax_checked.sql': '02f77625e4dd9e21',
  '0058_shipping_zones.sql': 'f366b61c4f7b86bb',
  '0059_tax_by_country.sql': 'c30e946bc1ebbd27',
  '0060_tax_by_country_checked.sql': '468e2c6fdab51faa',
  '0061_stock_for_an_order.sql': '8adf81c992e0bf77',
  '0062_stock_for_an_order_filled.sql': '4768d766af7205b0',
}

test('no migration that shops have applied was edited', () => {
  for (const [name, hash] of Object.entries(RELEASED)) {
    const text = readFileSync(join(import.meta.dirname, 'migrations', name), 'utf8')
    expect(createHash('sha256').update(text).digest('hex').slice(0, 16), name).toBe(hash)
  }
})
