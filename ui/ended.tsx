import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { isOnline } from './online.ts'
import { hasEnded, leaveEnded } from './session.ts'
import { w } from './shared-texts.ts'
import { signInAgain } from './sign-in.ts'

/** Over the page whose session the server has ended. What was typed in the page is still there after signing in. */
export const Ended = () => (
  <div class="ended">
    <Dialog
      title={w('ended')}
      isOpen={hasEnded.value}
      footer={
        <>
          <Button look="plain" onClick={() => void leaveEnded()}>
            {w('ended.leave')}
          </Button>
          <Button disabled={!isOnline.value} onClick={() => void signInAgain()}>
            {w('ended.signIn')}
          </Button>
        </>
      }
    >
      <p>{w('ended.kept')}</p>
      {!isOnline.value && <p class="soft">{w('offline')}</p>}
    </Dialog>
  </div>
)
