import { useEffect, useRef, useState } from 'react'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Icon } from '#web/ui/Icon.tsx'
import documentsStyles from './documents.module.css'

/** The small picture beside a document's name, fetched when it comes into view. Until then, or when it fails, a drawing. */
export const Thumbnail = ({ documentId }: { documentId: string }) => {
  const place = useRef<HTMLSpanElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const [seen, setSeen] = useState(false)
  const { data } = useApiQuery(
    client.documents.thumbnail,
    { documentId },
    { enabled: seen, staleTime: Number.POSITIVE_INFINITY },
  )

  useEffect(() => {
    if (!place.current) return
    const watch = new IntersectionObserver(
      entries => setSeen(before => before || entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '200px' },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])

  useEffect(() => {
    if (!data || !picture.current) return
    const address = URL.createObjectURL(data)
    picture.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [data])

  return (
    <span className={documentsStyles.thumbnail} ref={place}>
      {data ? <img ref={picture} alt="" /> : <Icon name="image" />}
    </span>
  )
}
