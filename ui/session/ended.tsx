import { useState } from 'preact/hooks'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { isOnline } from '#ui/server/online.ts'
import { w } from '#ui/shared-texts.ts'
import { hasEnded, leaveEnded } from './session.ts'
import { signInAgain } from './sign-in.ts'

/** Over the page whose session the server has ended. What was typed in the page is still there after signing in. */
export function Ended() {
  const [address, setAddress] = useState<string | null>(null)
  return (
    <div class="ended">
      <Dialog
        title={w('ended')}
        isOpen={hasEnded.value}
        footer={
          <>
            <Button look="plain" onClick={() => void leaveEnded()}>
              {w('ended.leave')}
            </Button>
            <Button disabled={!isOnline.value} onClick={async () => setAddress(await signInAgain())}>
              {w('ended.signIn')}
            </Button>
          </>
        }
      >
        <p>{w('ended.kept')}</p>
        {address !== null && (
          <p role="alert">
            {w('ended.blocked')}{' '}
            <a href={address} target="_blank" rel="noreferrer">
              {w('ended.tab')}
            </a>
          </p>
        )}
        {!isOnline.value && <p class="soft">{w('offline')}</p>}
      </Dialog>
    </div>
  )
}
