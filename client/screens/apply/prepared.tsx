import { useState } from 'preact/hooks'
import { type Draft, deleteDraft, prepare, reopenDraft } from '#client/drafts.ts'
import { t } from '#client/texts.ts'
import { Button } from '#ui/button.tsx'
import { tell } from '#ui/dialog/toast.tsx'
import { w } from '#ui/shared-texts.ts'
import { Empty } from '#ui/states.tsx'
import { Review } from './review.tsx'

/** A queued draft: sent automatically when online; until then it can be edited or discarded. */
export function Prepared({ draft }: { draft: Draft }) {
  const [isBusy, setIsBusy] = useState(false)
  const discard = async () => {
    await deleteDraft(draft.slug)
    tell(t('apply.discarded'), { label: w('undo'), run: () => void prepare(draft) })
  }
  const change = () => {
    setIsBusy(true)
    void reopenDraft(draft.slug).finally(() => setIsBusy(false))
  }
  return (
    <Empty
      icon="cloudOff"
      title={t('apply.prepared')}
      action={
        <>
          <Review draft={draft} />
          <Button look="plain" isBusy={isBusy} onClick={change}>
            {t('apply.change')}
          </Button>
          <Button look="plain" onClick={() => void discard()}>
            {t('apply.discard')}
          </Button>
        </>
      }
    >
      {t('apply.preparedText')}
    </Empty>
  )
}
