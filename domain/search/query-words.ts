/** Words that weigh nothing beside others. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an and any are as at be by can do does for from has have how i in is it its me my need no not of on one or our per some than that the their them there these this to up use
  used using want we what when where which who will with you your vs under over below above between least most max min less more
  aus bei das dem den der des die ein eine einem einen einer fur gibt ich im ist mit nach oder ohne sie und uns von was welche wie wir zu zum zur unter uber bis ab mindestens
  au aux avec c ce ces comment d dans de des du elle en est et il j je l la le les mon n ne ou par pas pour qu que qui sans ses son sur un une vos votre y moins plus jusqu`.split(
    /\s+/,
  ),
)

/** Words that are the name of a type: nobody writes "machine" into the name of a machine. */
export const TYPE_WORDS: Readonly<Record<string, 'machine' | 'material' | 'whole'>> = {
  equipment: 'machine',
  repurposing: 'machine',
  machine: 'whole',
  machines: 'whole',
  machinery: 'whole',
  maschine: 'whole',
  maschinen: 'whole',
  gerat: 'whole',
  gerate: 'whole',
  appareil: 'whole',
  material: 'material',
  materials: 'material',
  packaging: 'material',
  verpackung: 'material',
  emballage: 'material',
}
