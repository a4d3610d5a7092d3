// Calls that change who I am to the server, or what it knows of me: the app knows at once.

import { read } from "../api/http";
import { peopleApi } from "../api/people";
import { me } from "../lib/me.svelte";

/** Returns a call after which `me` is whom the server's answer names. */
const becoming =
  <A extends unknown[]>(call: (...given: A) => ReturnType<typeof peopleApi.me>) =>
  async (...given: A): Promise<void> =>
    me.is(await call(...given));

/** Returns a call after which `me` is asked for again. */
const reloading =
  <A extends unknown[]>(call: (...given: A) => Promise<void>) =>
  async (...given: A): Promise<void> => {
    await call(...given);
    await me.load();
  };

export const myAccount = {
  guest: becoming(peopleApi.guest),
  register: becoming(peopleApi.register),
  signIn: becoming(peopleApi.signIn),
  signOut: reloading(peopleApi.signOut),
  signOutEverywhere: reloading(peopleApi.signOutEverywhere),
  erase: reloading(peopleApi.erase),
  rename: reloading(peopleApi.rename),
  password: reloading(peopleApi.password),
  email: becoming(peopleApi.email),
  /** Asks for another e-mail that confirms my address. */
  sendConfirmation: becoming(() => read("post", "/api/me/email/confirmation")),
  newPassword: reloading(peopleApi.newPassword),
  confirmEmail: reloading(peopleApi.confirmEmail),
  judge: reloading(peopleApi.judge),
};
