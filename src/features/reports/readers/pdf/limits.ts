/** The limits of a PDF of a credit report; a tagged print of 72 pages has 5 MB. */
export const pdfLimits = {
  bytes: 20 * 1024 * 1024,
  pages: 300,
  words: 400_000,
  shapes: 200_000,
  wordLength: 200,
}
