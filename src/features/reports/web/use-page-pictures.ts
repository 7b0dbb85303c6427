import { useEffect, useState } from 'react'
import type { PagePicture } from '#features/documents/web/conversion/conversion.ts'

export type ShownPage = Omit<PagePicture, 'picture'> & { url: string }

/** Pages of a chosen PDF, rendered in this browser; null while rendering. Pages that cannot be rendered are absent. */
export const usePagePictures = (file: File, pages: readonly number[]): readonly ShownPage[] | null => {
  const [shown, setShown] = useState<readonly ShownPage[] | null>(null)
  const wanted = pages.join(' ')
  useEffect(() => {
    const urls: string[] = []
    let isWanted = true
    const draw = async () => {
      const { drawPages } = await import('#features/documents/web/conversion/conversion.ts')
      const drawn = await drawPages(file, wanted.split(' ').map(Number))
      if (!isWanted) return
      setShown(
        drawn.map(({ picture, ...page }) => {
          const url = URL.createObjectURL(picture)
          urls.push(url)
          return { ...page, url }
        }),
      )
    }
    if (wanted !== '')
      draw().catch((error: unknown) => {
        console.warn(error)
        if (isWanted) setShown([])
      })
    return () => {
      isWanted = false
      for (const url of urls) URL.revokeObjectURL(url)
    }
  }, [file, wanted])
  return wanted === '' ? [] : shown
}
