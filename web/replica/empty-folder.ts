/*
 * The data folder of an empty copy, made when the pages are built. What stands here are types alone:
 * the plugin in web/replica-folder.ts answers this module.
 */

/** Where its tar lies. */
export const url: string = ''

/** Of its tables and its engine. */
export const version: string = ''
