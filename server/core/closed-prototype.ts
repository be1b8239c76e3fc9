/*
 * Nothing can be added to what all objects inherit, because a property there becomes an option of every
 * library that reads options. The first import of all that Node.js starts: the server, its threads and
 * its commands. Existing members can still be overwritten.
 */
Object.preventExtensions(Object.prototype)
