import { paths } from '#console/routes.ts'
import { t } from '#console/texts.ts'
import { getConsoleSettings, updateSettings } from '#contract/console/settings.ts'
import { useAct } from '#ui/act/act.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { call } from '#ui/server/api.ts'
import { useCall } from '#ui/server/query.ts'

/** Asks an administrator until the time zone of the directory is chosen. */
export function TimeZoneQuestion() {
  const { answer } = useCall(getConsoleSettings, undefined, { isPrivate: true, isSaved: false })
  const { act, isBusy } = useAct({ isToast: true })
  if (!answer || answer.isTimeZoneChosen) return null
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const choose = async () => {
    // The page was written for the former time zone.
    if (await act(() => call(updateSettings, { body: { timeZone: here } }))) location.reload()
  }
  return (
    <section class="card stack" aria-labelledby="time-zone">
      <h2 id="time-zone">{t('today.zone')}</h2>
      <p>{t('today.zone.text')}</p>
      <div class="row">
        <Button isBusy={isBusy} onClick={choose}>
          {t('today.zone.here', { zone: here })}
        </Button>
        <ButtonLink look="plain" to={paths.settings}>
          {t('today.zone.other')}
        </ButtonLink>
      </div>
    </section>
  )
}
