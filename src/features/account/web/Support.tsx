import { showPhone } from '#values/phone.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import * as textStyles from '#web/ui/text.module.css'

/** How to reach support; without a link until the address has loaded. */
export const Support = () => {
  const { data } = useApiQuery(client.platform.support, undefined, { staleTime: Number.POSITIVE_INFINITY })
  return (
    <>
      Contact support
      {data && (
        <>
          {': '}
          <a href={`mailto:${data.email}`}>{data.email}</a>
          {data.phone !== null && (
            <>
              {' or '}
              <a className={textStyles.noWrap} href={`tel:${data.phone}`}>
                {showPhone(data.phone)}
              </a>
            </>
          )}
        </>
      )}
      .
    </>
  )
}
