/** A page of plain words about the law, as data: what a counsel reads and changes without reading code. */

/** Where a paragraph leads: an official page on the web. */
export type LegalLink = { words: string; href: `https://${string}` }

export type LegalSection = {
  heading: string
  paragraphs: readonly string[]
  links?: readonly LegalLink[]
}

export type LegalPage = {
  title: string
  lead: string
  /** The date of the text, `YYYY-MM-DD`; a changed text gets a new one. */
  version: string
  /** Nobody of the law has read it yet, which the page then says on top. */
  template: boolean
  sections: readonly LegalSection[]
}
