import { ABOUT_SECTIONS } from './about.ts'
import { GUIDE_SECTIONS } from './buyers-guide.ts'
import type { PageSection } from './written-page.ts'

/** A page that the search finds beside policies and questions, with what it is about. */
type FindablePage = { href: string; title: string; description: string; sections?: readonly PageSection[] }

/** Pages of help without products, articles, producers or terms, which the search finds by themselves. */
export const HELP_PAGES: readonly FindablePage[] = [
  {
    href: '/resources/technical-documentation',
    title: 'Technical documentation',
    description:
      'Manuals, declarations and other papers of products, and a data sheet for every machine for sale, made from its current specifications, to print or save as a PDF. For members.',
  },
  {
    href: '/buyers-guide',
    title: "Buyer's guide",
    description:
      'How to choose a mat maker or chip maker: what your products need, how many boxes a day, which cardboard, power and space, safety, and the cost over the years.',
    sections: GUIDE_SECTIONS,
  },
  {
    href: '/impact-calculator',
    title: 'Impact Calculator',
    description:
      'See what a machine that turns used cardboard into packing material would save you: material, shipping, labor, payback period, waste and carbon, from your own numbers.',
  },
  {
    href: '/custom-solutions',
    title: 'Custom Solutions',
    description:
      'Packaging from used cardboard, made to measure for your product: mats, sleeves, edge protectors, or a line for your own boxes. Request a quote.',
  },
  {
    href: '/support',
    title: 'Support Center',
    description: 'Find an answer, look up your order, or reach the people who know the machines.',
  },
  {
    href: '/contact',
    title: 'Contact',
    description: 'Write, call or visit us with questions about machines, packaging, orders and quotes. We answer within one business day.',
  },
  {
    href: '/about',
    title: 'About',
    description: 'Who we are, how this marketplace for cardboard machines and packing works, and our standards.',
    sections: ABOUT_SECTIONS,
  },
  {
    href: '/resources',
    title: 'Resource Center',
    description: 'Articles, answers, the impact calculator, success stories, a glossary, a buyer’s guide and technical documentation.',
  },
  {
    href: '/faq',
    title: 'Frequently asked questions',
    description: 'Short answers about machines, prices, payment, delivery and returns.',
  },
  {
    href: '/glossary',
    title: 'Glossary',
    description: 'The terms of cardboard, packing and the machines in between, explained by people who use them.',
  },
  {
    href: '/case-studies',
    title: 'Success Stories',
    description: 'How other businesses turn used cardboard into packing: worked examples with numbers.',
  },
  {
    href: '/claims',
    title: 'How we count',
    description: 'Every figure that our pages claim, with its wording, scope and source, or a note that it is illustrative.',
  },
  {
    href: '/withdraw',
    title: 'Withdraw from a contract',
    description: 'Withdraw from an order within 14 days, without giving a reason, if you bought as a private person in the European Union.',
  },
  {
    href: '/recalls',
    title: 'Recalled products',
    description: 'Products from our shop that were recalled for safety reasons, and what their buyers should do.',
  },
  {
    href: '/report',
    title: 'Report a page',
    description: 'Report a product, a producer or an article in our shop that you believe is illegal.',
  },
  {
    href: '/developers',
    title: 'Developers',
    description: 'Connect your ERP, warehouse or shop system: a JSON API, webhooks, and recipes in curl and TypeScript to start from.',
  },
]
