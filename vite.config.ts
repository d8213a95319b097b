import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** What public screens are made of. From this many screens on, a part of it travels with the shell: every file costs a round trip. */
const SHELL = /\/(app\/(lib|ui|screens\/shell|features\/(kit\/session|cart|catalog\/products))|domain|contract)\//
/** Shared by many screens, but not by those where shoppers arrive. */
const LATER =
  /\/(contract\/refusals|domain\/(business|carriers|customer|pay-later|promotion|settings|stock)|app\/(lib\/(countries|download|field-errors|form-text)|ui\/(busy-button|choice-nav|form-problem|page-numbers|row-table|chips|list-messages|ask-dialog|pagination|message-page|search-box|field)|features\/(cart\/total-rows|kit\/session\/guard|catalog\/products\/(filters|facts))))\./
const SHARED_BY = 4
/** What stands around every page, and what stands in its place when it fails. */
const FRAME =
  /\/app\/(screens\/shell\/(header|footer|user-menu|cart-link|currency-toggle|navigation|account-links|not-found)|features\/kit\/session\/sign-out|lib\/use-disclosure|screens\/page-error|ui\/(message-page|list-messages))\.|\/content\/shop-words\./

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // the table of the back office and the card fields stay out of what every shopper loads: they travel with the screens that show them
              groups: [
                { name: 'library', test: /node_modules\/(?!@tanstack\/(react-)?(table|store)|@stripe\/)/, priority: 2 },
                { name: 'frame', test: FRAME, priority: 3 },
                { name: 'shell', test: (id) => SHELL.test(id) && !LATER.test(id), minShareCount: SHARED_BY, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
})
