import { say } from '#mail/letter.ts'
import type { Texts } from './text.ts'

// What concerns the account itself. The first two come whenever they have to: nobody can turn them off.

type Kind = 'email_change' | 'email_changed' | 'new_sign_in'

export const accountTexts: Record<Kind, Texts> = {
  email_change: {
    en: () => ({
      subject: say`Confirm your new e-mail address`,
      title: 'Is this your address?',
      body: [
        say`Somebody signed in at Projectory, most likely you, gave this as their new e-mail address.`,
        say`Open the link to confirm it. Until you do, nothing changes.`,
      ],
      next: [],
      label: 'Confirm the address',
      after: [say`If it was not you, do nothing: without the link nobody can use your address.`],
      why: say`You get this mail because your address was entered in a profile.`,
    }),
    ru: () => ({
      subject: say`Подтвердите новый адрес почты`,
      title: 'Это ваш адрес?',
      body: [
        say`Кто-то, скорее всего вы, указал в Projectory этот адрес как новый адрес своей почты.`,
        say`Откройте ссылку, чтобы подтвердить его. До этого ничего не изменится.`,
      ],
      next: [],
      label: 'Подтвердить адрес',
      after: [say`Если это были не вы, ничего не делайте: без ссылки ваш адрес никто не сможет использовать.`],
      why: say`Вы получили это письмо, потому что ваш адрес указали в профиле.`,
    }),
  },
  email_changed: {
    en: () => ({
      subject: say`Your e-mail address was changed`,
      title: 'Your address was changed',
      body: [say`The e-mail address of your account was changed. From now on mail goes to the new one; this is the last to come here.`],
      next: [say`If you did that yourself, there is nothing to do.`],
      label: 'Check my profile',
      after: [
        say`If it was not you, somebody else has access to your account: end the sessions you do not know in your profile, set the address back, and change the password of the account you sign in with.`,
      ],
      why: say`You get this mail because this was the address of your account. It cannot be turned off.`,
    }),
    ru: () => ({
      subject: say`Адрес вашей почты изменён`,
      title: 'Адрес почты изменён',
      body: [say`В вашей учётной записи изменён адрес почты. Теперь письма будут приходить на новый, а это письмо сюда последнее.`],
      next: [say`Если вы сделали это сами, больше ничего не нужно.`],
      label: 'Проверить профиль',
      after: [
        say`Если это были не вы, доступ к вашей учётной записи есть у кого-то ещё: завершите в профиле незнакомые сеансы, верните прежний адрес и смените пароль учётной записи, через которую входите.`,
      ],
      why: say`Вы получили это письмо, потому что раньше этот адрес был указан в вашей учётной записи. Отключить такие письма нельзя.`,
    }),
  },
  new_sign_in: {
    en: () => ({
      subject: say`New sign-in to your account`,
      title: 'Was this you?',
      body: [say`Somebody signed in to your account on a device we have not seen before.`],
      next: [say`If it was you, there is nothing to do.`],
      label: 'See where you are signed in',
      after: [
        say`If it was not you, end that session in your profile and change the password of the account you sign in with, as soon as you can.`,
      ],
      why: say`You get this mail because it is about the safety of your account.`,
    }),
    ru: () => ({
      subject: say`Новый вход в вашу учётную запись`,
      title: 'Это были вы?',
      body: [say`В вашу учётную запись вошли с устройства, которого мы раньше не видели.`],
      next: [say`Если это были вы, ничего делать не нужно.`],
      label: 'Посмотреть, где вы вошли',
      after: [
        say`Если это были не вы, завершите этот сеанс в профиле и как можно скорее смените пароль учётной записи, через которую входите.`,
      ],
      why: say`Вы получили это письмо, потому что оно касается безопасности вашей учётной записи.`,
    }),
  },
}
