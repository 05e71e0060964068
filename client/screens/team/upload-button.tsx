import { useRef } from 'preact/hooks'
import { onlineOnly } from '#client/parts/online-only.ts'
import { t } from '#client/texts.ts'
import { acceptedFiles } from '#contract/result.ts'
import { Button } from '#ui/button.tsx'

/** A real button for keyboard and disabled state; it opens a hidden file input. */
export function UploadButton({ category, isBusy, onPick }: { category: string; isBusy: boolean; onPick(file: File): void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        look="soft"
        icon="upload"
        isBusy={isBusy}
        aria-label={t('team.uploadTo', { category })}
        {...onlineOnly()}
        onClick={() => input.current!.click()}
      >
        {t('team.upload')}
      </Button>
      <input
        ref={input}
        type="file"
        accept={acceptedFiles}
        hidden
        onChange={({ currentTarget }) => {
          const [picked] = currentTarget.files ?? []
          if (picked) onPick(picked)
          currentTarget.value = '' // the same file can be chosen again
        }}
      />
    </>
  )
}
