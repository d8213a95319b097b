import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** What public screens are made of. From this many screens on, a part of it travels with the shell: every file costs a round trip. */
const SHELL = /\/(app\/(lib|ui|features\/(shell|session|cart|products))|domain|contract)\//
/** Shared by many screens, but not by those where shoppers arrive. */
const LATER =
  /\/(contract\/refusals|domain\/(business|carriers|customer|promotion|stock)|app\/(lib\/countries|ui\/(row-table|chips|list-messages|ask-dialog|pagination|message-page|search-box|field)|features\/(cart\/total-rows|products\/(filters|facts))))\./
const SHARED_BY = 4

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
                { name: 'shell', test: (id) => SHELL.test(id) && !LATER.test(id), minShareCount: SHARED_BY, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
})
