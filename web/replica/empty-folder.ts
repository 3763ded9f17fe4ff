/*
 * The data folder of an empty replica, made at build time. This file only declares the types; the plugin in
 * web/replica-folder.ts provides the module.
 */

/** The URL of its tar. */
export const url: string = ''

/** The version of its tables and its engine. */
export const version: string = ''
