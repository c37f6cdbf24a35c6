// Logs in with a card, and works while the licence holds.
package main

import (
	"context"
	"errors"
	"log"
	"time"

	"latchkey"
)

const (
	server    = "https://licence.example.com"
	appKey    = "YOUR_APP_KEY"
	appSecret = "YOUR_APP_SECRET"
	signMode  = "hmac-sha256-path"
	card      = "YOUR_CARD"
)

var publicKeys = []string{"YOUR_PUBLIC_KEY"} // without a key, answers are not verified

func main() {
	ctx := context.Background()
	client, err := latchkey.New(latchkey.Options{
		Hosts: []string{server}, AppKey: appKey, AppSecret: appSecret, PublicKeys: publicKeys, SignMode: signMode,
	})
	if err != nil {
		log.Fatal(err) // a wrong option
	}
	session, err := client.Login(ctx, card)
	var refused *latchkey.RefusedError
	if errors.As(err, &refused) {
		log.Fatal(refused.Tell.EN) // for the customer; ZH is Chinese
	} else if err != nil {
		log.Fatal("The licence server cannot be reached: ", err)
	}
	log.Print("licensed until ", session.Info().Expires)

	keeper, err := session.Keep(ctx, func(event latchkey.Event) { log.Print(event.Kind) }) // sends heartbeats
	if err != nil {
		log.Fatal(err)
	}
	for keeper.Status().Licensed {
		time.Sleep(time.Second) // your work
	}
	log.Fatal("The licence has ended: ", keeper.Status().Reason, " ", keeper.Status().Code)
}
