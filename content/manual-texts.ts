/** Languages of the papers of the demo. */
export type ManualLanguage = 'en' | 'de' | 'fr'

/** A part of a manual: numbered steps, or sentences. */
interface ManualPart {
  title: string
  lead?: string
  steps: readonly string[]
}

interface DeclarationTexts {
  title: string
  maker: string
  product: string
  law: string
  standards: string
  place: string
  demo: string
}

/** The words of a manual and of a declaration in a language; `{name}` is the machine, `{supply}` and `{weight}` its specifications. */
export interface ManualTexts {
  manual: string
  original: string
  parts: readonly ManualPart[]
  figures: readonly string[]
  data: { title: string; columns: readonly [string, string]; rows: Readonly<Record<string, string>> }
  spares: { title: string; columns: readonly [string, string] }
  declaration: DeclarationTexts
  packaging: Pick<DeclarationTexts, 'title' | 'maker' | 'product' | 'law' | 'standards' | 'place'>
}

const ROWS = ['Dimensions', 'Weight', 'Feed width', 'Board thickness', 'Feed speed', 'Throughput', 'Power', 'Supply', 'Noise'] as const
const rowsOf = (names: readonly string[]) => Object.fromEntries(ROWS.map((row, at) => [row, names[at] ?? row]))

const en: ManualTexts = {
  manual: 'Manual',
  original: 'Original instructions. Read them before you use the machine, and keep them with it.',
  parts: [
    {
      title: 'Safety',
      lead: '{name} turns used corrugated board into packaging. It is made for trained adults in dry rooms, and for nothing else.',
      steps: [
        'Rotating blades behind the hood cut fingers. Never reach into the infeed or the discharge while the plug is in the socket.',
        'Pull the plug before you open the hood, clear a jam, clean or change a blade.',
        'Wear eye and ear protection. Tie back hair; wear no gloves, scarves or loose sleeves while it runs.',
        'Feed board only: no staples, strapping, glass, wood, wet or waxed board.',
        'Keep children and visitors two meters away. One person feeds, nobody else touches the machine.',
        'Press the red button in an emergency. It stops the shafts within a second; turn it to release it.',
        'Do not use the machine with a damaged cord, hood or switch.',
      ],
    },
    {
      title: 'Set-up',
      steps: [
        'Two people or a lift unload the machine: it weighs {weight}. Set it on a level floor or bench that carries one and a half times its weight.',
        'Leave 80 cm free in front of the infeed and 60 cm at the sides.',
        'Check that the supply is {supply}. An electrician fits another plug or supply.',
        'Connect a dust extractor to the port if the machine runs more than two hours a day.',
        'Close the hood, release the red button, switch on. The shafts turn toward you at the infeed; if not, call an electrician.',
        'Lift the hood: the motor must stop. If it does not, pull the plug and call us.',
      ],
    },
    {
      title: 'Use',
      steps: [
        'Open the box, take off tape and staples, cut it to the feed width.',
        'Switch on and wait until the shafts run at full speed.',
        'Lay one layer of board on the tray and push it until the rollers take it. Let go.',
        'Take the result from the discharge once it has come out whole.',
        'At a jam: stop, press the reverse key for two seconds, pull the plug, take the board out.',
        'Switch off and pull the plug at the end of each shift.',
      ],
    },
    {
      title: 'Care',
      lead: 'Pull the plug first.',
      steps: [
        'Each day: brush dust from shafts, tray and motor. Use no compressed air.',
        'Each week: check hood switch, red button and cord.',
        'Every 50 hours: two drops of oil on each bearing and on the chain.',
        'Every 200 hours: check the blades. Replace chipped or blunt ones, and wear cut-resistant gloves for that.',
        'Once a year: an electrician tests the protective earth.',
      ],
    },
  ],
  figures: ['The machine', 'How it works', 'Its place'],
  data: {
    title: 'Technical data',
    columns: ['Property', 'Value'],
    rows: rowsOf(['Dimensions', 'Weight', 'Feed width', 'Board thickness', 'Feed speed', 'Throughput', 'Power', 'Supply', 'Noise']),
  },
  spares: { title: 'Spare parts', columns: ['Part', 'SKU'] },
  declaration: {
    title: 'EC declaration of conformity',
    maker: 'Manufacturer, who declares this under its sole responsibility',
    product: 'Machine',
    law: 'It complies with all relevant provisions of Directive 2006/42/EC on machinery (Annex II, 1 A) and of Directive 2014/30/EU.',
    standards: 'Standards applied: EN ISO 12100:2010, EN 60204-1:2018.',
    place: 'The technical file is compiled by Reflute Demo Compliance, Musterweg 1, 50733 Köln, Germany.',
    demo: 'Written for the demo of this shop. Machine, maker and declaration are made up.',
  },
  packaging: {
    title: 'EU declaration of conformity for packaging',
    maker: 'Manufacturer, who declares this under its sole responsibility',
    product: 'Packaging',
    law: 'It complies with Articles 5 to 12 of Regulation (EU) 2025/40 on packaging and packaging waste (Annex VIII).',
    standards: 'Made of used corrugated board, without coating, ink or glue added.',
    place: 'The technical documentation is kept by the manufacturer for five years.',
  },
}

const de: ManualTexts = {
  manual: 'Betriebsanleitung',
  original: 'Übersetzung der Originalbetriebsanleitung. Vor dem ersten Einsatz lesen und bei der Maschine aufbewahren.',
  parts: [
    {
      title: 'Sicherheit',
      lead: '{name} verarbeitet gebrauchte Wellpappe zu Packmaterial. Die Maschine ist für eingewiesene Erwachsene in trockenen Räumen bestimmt, für nichts anderes.',
      steps: [
        'Hinter der Haube drehen sich Messer, die Finger abtrennen. Nie in Einzug oder Auswurf greifen, solange der Stecker steckt.',
        'Vor dem Öffnen der Haube, bei einem Stau, zum Reinigen und zum Messerwechsel den Netzstecker ziehen.',
        'Schutzbrille und Gehörschutz tragen. Haare zusammenbinden; beim Betrieb keine Handschuhe, Schals oder weiten Ärmel.',
        'Nur Pappe einlegen: keine Klammern, Umreifungsbänder, Glas, Holz, nasse oder gewachste Pappe.',
        'Kinder und Besucher zwei Meter fernhalten. Eine Person legt ein, sonst berührt niemand die Maschine.',
        'Im Notfall den roten Taster drücken. Er hält die Wellen innerhalb einer Sekunde an; zum Entriegeln drehen.',
        'Die Maschine nicht mit beschädigtem Kabel, beschädigter Haube oder beschädigtem Schalter betreiben.',
      ],
    },
    {
      title: 'Aufstellen',
      steps: [
        'Zu zweit oder mit Hebezeug abladen: Die Maschine wiegt {weight}. Auf einen ebenen Boden oder Tisch stellen, der das Anderthalbfache trägt.',
        'Vor dem Einzug 80 cm und an den Seiten 60 cm frei lassen.',
        'Prüfen, dass der Anschluss passt: {supply}. Andere Stecker und Anschlüsse richtet eine Elektrofachkraft ein.',
        'Läuft die Maschine länger als zwei Stunden am Tag, eine Absaugung an den Stutzen anschließen.',
        'Haube schließen, roten Taster entriegeln, einschalten. Am Einzug drehen die Wellen zu Ihnen hin; sonst eine Elektrofachkraft rufen.',
        'Haube anheben: Der Motor muss stehen bleiben. Wenn nicht, Stecker ziehen und uns anrufen.',
      ],
    },
    {
      title: 'Bedienen',
      steps: [
        'Karton öffnen, Klebeband und Klammern entfernen, auf die Einzugsbreite zuschneiden.',
        'Einschalten und warten, bis die Wellen ihre Drehzahl haben.',
        'Eine Lage Pappe auf den Tisch legen und vorschieben, bis die Walzen sie greifen. Loslassen.',
        'Das Ergebnis am Auswurf nehmen, wenn es ganz herausgekommen ist.',
        'Bei Stau: anhalten, zwei Sekunden die Rücklauftaste drücken, Stecker ziehen, Pappe herausnehmen.',
        'Nach jeder Schicht ausschalten und den Stecker ziehen.',
      ],
    },
    {
      title: 'Pflege',
      lead: 'Zuerst den Stecker ziehen.',
      steps: [
        'Täglich: Staub von Wellen, Tisch und Motor abbürsten. Keine Druckluft.',
        'Wöchentlich: Haubenschalter, roten Taster und Kabel prüfen.',
        'Alle 50 Stunden: zwei Tropfen Öl auf jedes Lager und die Kette.',
        'Alle 200 Stunden: Messer prüfen. Schartige und stumpfe ersetzen, dabei schnittfeste Handschuhe tragen.',
        'Jährlich: Eine Elektrofachkraft prüft den Schutzleiter.',
      ],
    },
  ],
  figures: ['Die Maschine', 'Arbeitsweise', 'Platzbedarf'],
  data: {
    title: 'Technische Daten',
    columns: ['Eigenschaft', 'Wert'],
    rows: rowsOf(['Maße', 'Gewicht', 'Einzugsbreite', 'Pappstärke', 'Vorschub', 'Leistung', 'Motor', 'Anschluss', 'Geräusch']),
  },
  spares: { title: 'Ersatzteile', columns: ['Teil', 'Artikelnummer'] },
  declaration: {
    title: 'EG-Konformitätserklärung',
    maker: 'Hersteller, der dies in alleiniger Verantwortung erklärt',
    product: 'Maschine',
    law: 'Sie entspricht allen einschlägigen Bestimmungen der Richtlinie 2006/42/EG über Maschinen (2006/42/EC, Anhang II, 1 A) und der Richtlinie 2014/30/EU.',
    standards: 'Angewandte Normen: EN ISO 12100:2010, EN 60204-1:2018.',
    place: 'Die technischen Unterlagen stellt zusammen: Reflute Demo Compliance, Musterweg 1, 50733 Köln, Deutschland.',
    demo: 'Für die Demo dieses Shops geschrieben. Maschine, Hersteller und Erklärung sind erfunden.',
  },
  packaging: {
    title: 'EU-Konformitätserklärung für Verpackungen',
    maker: 'Hersteller, der dies in alleiniger Verantwortung erklärt',
    product: 'Verpackung',
    law: 'Sie entspricht den Artikeln 5 bis 12 der Verordnung (EU) 2025/40 über Verpackungen und Verpackungsabfälle (Anhang VIII).',
    standards: 'Aus gebrauchter Wellpappe, ohne zugesetzte Beschichtung, Farbe oder Klebstoff.',
    place: 'Die technischen Unterlagen bewahrt der Hersteller fünf Jahre auf.',
  },
}

const fr: ManualTexts = {
  manual: "Notice d'instructions",
  original: "Traduction de la notice originale. À lire avant d'utiliser la machine, et à conserver avec elle.",
  parts: [
    {
      title: 'Sécurité',
      lead: '{name} transforme le carton ondulé usagé en calage. La machine est destinée à des adultes formés, dans des locaux secs, et à rien d’autre.',
      steps: [
        "Derrière le capot tournent des lames qui coupent les doigts. Ne jamais mettre la main dans l'entrée ou la sortie tant que la prise est branchée.",
        "Débrancher avant d'ouvrir le capot, de dégager un bourrage, de nettoyer ou de changer une lame.",
        'Porter des lunettes et une protection auditive. Attacher les cheveux ; pas de gants, d’écharpe ni de manches amples pendant la marche.',
        'Introduire du carton seulement : ni agrafes, ni feuillards, ni verre, ni bois, ni carton mouillé ou paraffiné.',
        'Tenir les enfants et les visiteurs à deux mètres. Une seule personne alimente la machine.',
        "En cas d'urgence, appuyer sur le bouton rouge. Il arrête les arbres en une seconde ; le tourner pour le déverrouiller.",
        'Ne pas utiliser la machine si le câble, le capot ou un interrupteur est endommagé.',
      ],
    },
    {
      title: 'Installation',
      steps: [
        'Décharger à deux ou avec un engin : la machine pèse {weight}. La poser sur un sol ou une table de niveau qui porte une fois et demie son poids.',
        "Laisser 80 cm libres devant l'entrée et 60 cm sur les côtés.",
        "Vérifier l'alimentation : {supply}. Un électricien installe toute autre prise ou alimentation.",
        'Raccorder une aspiration si la machine marche plus de deux heures par jour.',
        "Fermer le capot, déverrouiller le bouton rouge, mettre en marche. À l'entrée, les arbres tournent vers vous ; sinon, appeler un électricien.",
        "Lever le capot : le moteur doit s'arrêter. Sinon, débrancher et nous appeler.",
      ],
    },
    {
      title: 'Utilisation',
      steps: [
        "Ouvrir la boîte, enlever ruban et agrafes, couper à la largeur d'entrée.",
        'Mettre en marche et attendre que les arbres aient leur vitesse.',
        'Poser une couche de carton sur la table et la pousser jusqu’à ce que les rouleaux la prennent. Lâcher.',
        'Prendre le produit à la sortie quand il est entièrement sorti.',
        'En cas de bourrage : arrêter, appuyer deux secondes sur la marche arrière, débrancher, retirer le carton.',
        'Éteindre et débrancher à la fin de chaque poste.',
      ],
    },
    {
      title: 'Entretien',
      lead: "Débrancher d'abord.",
      steps: [
        "Chaque jour : brosser la poussière des arbres, de la table et du moteur. Pas d'air comprimé.",
        "Chaque semaine : vérifier l'interrupteur du capot, le bouton rouge et le câble.",
        "Toutes les 50 heures : deux gouttes d'huile sur chaque palier et sur la chaîne.",
        'Toutes les 200 heures : vérifier les lames. Remplacer celles qui sont ébréchées ou émoussées, avec des gants anti-coupure.',
        'Chaque année : un électricien vérifie la mise à la terre.',
      ],
    },
  ],
  figures: ['La machine', 'Le principe', 'La place'],
  data: {
    title: 'Données techniques',
    columns: ['Propriété', 'Valeur'],
    rows: rowsOf([
      'Dimensions',
      'Poids',
      "Largeur d'entrée",
      'Épaisseur du carton',
      'Vitesse',
      'Débit',
      'Puissance',
      'Alimentation',
      'Bruit',
    ]),
  },
  spares: { title: 'Pièces de rechange', columns: ['Pièce', 'Référence'] },
  declaration: {
    title: 'Déclaration CE de conformité',
    maker: 'Fabricant, qui le déclare sous sa seule responsabilité',
    product: 'Machine',
    law: 'Elle satisfait à toutes les dispositions pertinentes de la directive 2006/42/CE relative aux machines (2006/42/EC, annexe II, 1 A) et de la directive 2014/30/UE.',
    standards: 'Normes appliquées : EN ISO 12100:2010, EN 60204-1:2018.',
    place: 'Le dossier technique est constitué par Reflute Demo Compliance, Musterweg 1, 50733 Köln, Allemagne.',
    demo: 'Écrit pour la démonstration de cette boutique. Machine, fabricant et déclaration sont inventés.',
  },
  packaging: {
    title: "Déclaration UE de conformité d'un emballage",
    maker: 'Fabricant, qui le déclare sous sa seule responsabilité',
    product: 'Emballage',
    law: "Il satisfait aux articles 5 à 12 du règlement (UE) 2025/40 relatif aux emballages et aux déchets d'emballages (annexe VIII).",
    standards: 'Fait de carton ondulé usagé, sans revêtement, encre ni colle ajoutés.',
    place: 'Le fabricant conserve la documentation technique pendant cinq ans.',
  },
}

/** The words of the manuals by language. */
export const MANUAL_TEXTS: Readonly<Record<ManualLanguage, ManualTexts>> = { en, de, fr }
